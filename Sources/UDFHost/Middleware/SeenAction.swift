import LuaRuntime

/// An action that a middleware receives. Its members may be used only while the middleware runs, on the host's owner.
public struct SeenAction {
  let chain: MiddlewareChain
  /// `feature/name`.
  public let type: String
  public let fields: Record
  public let origin: Origin
  /// The changes of the action; none before it is reduced.
  public var changes: [Change] { chain.changes }

  /// Returns the present value at a path; `.none` if there is no value or the path is not valid.
  public func value(at path: String) -> Value { (try? chain.value(at: path)) ?? .none }

  /// Returns the value at a path before the action.
  public func before(_ path: String) -> Value { (try? chain.valueBefore(path)) ?? .none }

  /// Sends an action, which is dispatched after this one.
  public func send(_ type: String, _ fields: Record = [:]) { try? chain.send(type, fields) }
}
