import LuaRuntime
import UDF

/// A middleware in Swift: sees each action of a host before and after its reducers, as one in Lua does.
///
///     let guests = HostMiddleware("guests", intercepting: { seen in
///       seen.type == "cart/checkout" && seen.value(at: "session.user") == .none
///         ? .replace(with: (type: "session/ask", fields: [:])) : .pass
///     })
///     configuration.middleware = [guests]
public struct HostMiddleware: Sendable {
  /// An action by its full type.
  public typealias Action = (type: String, fields: Record)

  /// What logs and errors call it.
  public let name: String
  let before: @Sendable (SeenAction) -> Interception<Action>
  let after: @Sendable (SeenAction) -> Void

  /// One that only looks on.
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

  /// One that may stop an action or put another in its place. `after` sees what was reduced.
  public init(
    _ name: String, intercepting: @escaping @Sendable (SeenAction) -> Interception<Action>,
    after: @escaping @Sendable (SeenAction) -> Void = { _ in }
  ) {
    self.name = name
    before = intercepting
    self.after = after
  }
}
