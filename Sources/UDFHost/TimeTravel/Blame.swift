import LuaRuntime

/// The last write to a value of the state.
///
///     let blame = try host.blame("cart.total")
///     blame.action?.type   // "cart/add"
///     blame.site           // "features/cart.lua:15"
public struct Blame: Sendable, Equatable {
  public var path: Path
  /// The present value at the path, `.none` if it is absent.
  public var value: Value
  /// The written path at the time of the write: that of the value, of a part of it, or of a table around it.
  public var written: Path?
  /// The action whose reducer wrote the value; nil if the history has none.
  public var action: ActionRecord?
  /// Seconds since the action was sent; nil if the time was not recorded.
  public var age: Double?
  /// The script line that wrote; nil for a native feature, and with ``HostConfiguration/keepsSites`` off.
  public var site: String?
  /// The feature, if it is native.
  public var native: String?
  /// Whether the history has all actions since the start. Then a value without a write is the initial state.
  public var isWholeHistory: Bool

  public init(path: Path, value: Value, isWholeHistory: Bool) {
    self.path = path
    self.value = value
    self.isWholeHistory = isWholeHistory
  }
}
