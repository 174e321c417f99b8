import LuaRuntime

/// An action as a middleware sees it. It answers while the middleware runs, and only on the host's owner.
public struct SeenAction {
  let chain: MiddlewareChain
  /// `feature/name`.
  public let type: String
  public let fields: Record
  public let origin: Origin
  /// What the action has changed; nothing before it is reduced.
  public var changes: [Change] { chain.changes }

  /// The state as it is, `.none` if nothing is there or the path is none.
  public func value(at path: String) -> Value { (try? chain.value(at: path)) ?? .none }

  /// What was there before the action.
  public func before(_ path: String) -> Value { (try? chain.valueBefore(path)) ?? .none }

  /// Sends an action, which comes after this one.
  public func send(_ type: String, _ fields: Record = [:]) { try? chain.send(type, fields) }
}
