import LuaRuntime
import UDF

/// A middleware in Swift. It receives each action of a host before and after its reducers, as a middleware in Lua does.
///
///     let guests = HostMiddleware("guests", intercepting: { seen in
///       seen.type == "cart/checkout" && seen.value(at: "session.user") == .none
///         ? .replace(with: (type: "session/ask", fields: [:])) : .pass
///     })
///     configuration.middleware = [guests]
public struct HostMiddleware: Sendable {
  /// An action: its full type and its fields.
  public typealias Action = (type: String, fields: Record)

  /// The name in logs and errors.
  public let name: String
  let before: @Sendable (SeenAction) -> Interception<Action>
  let after: @Sendable (SeenAction) -> Void

  /// Makes a middleware that only observes.
  public init(
    _ name: String, before: @escaping @Sendable (SeenAction) -> Void = { _ in },
    after: @escaping @Sendable (SeenAction) -> Void = { _ in }
  ) {
    self.name = name
    self.before = {
      before($0)
      return .pass
    }
    self.after = after
  }

  /// Makes a middleware that may stop or replace an action. `after` receives the action that was reduced.
  public init(
    _ name: String, intercepting: @escaping @Sendable (SeenAction) -> Interception<Action>,
    after: @escaping @Sendable (SeenAction) -> Void = { _ in }
  ) {
    self.name = name
    before = intercepting
    self.after = after
  }
}
