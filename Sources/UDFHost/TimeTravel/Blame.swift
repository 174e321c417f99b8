import LuaRuntime

/// Who last wrote what stands at a path of the state.
///
///     let blame = try host.blame("cart.total")
///     blame.action?.type   // "cart/add"
///     blame.site           // "features/cart.lua:15"
public struct Blame: Sendable, Equatable {
  public var path: Path
  /// What stands there now, `.none` if nothing does.
  public var value: Value
  /// What was written, in the state as the write found it: the place itself, one inside it, or one that it is inside of.
  public var written: Path?
  /// Whose reducer wrote; nil if no action did that the history has.
  public var action: ActionRecord?
  /// How many seconds ago it was sent; nil if that was not noted.
  public var age: Double?
  /// The script line that wrote; nil for a feature in Swift, and with ``HostConfiguration/keepsSites`` off.
  public var site: String?
  /// The feature, if it is written in Swift.
  public var native: String?
  /// Whether the history has every action since the state began: where it has, and none wrote, it is the initial state.
  public var isWholeHistory: Bool

  public init(path: Path, value: Value, isWholeHistory: Bool) {
    self.path = path
    self.value = value
    self.isWholeHistory = isWholeHistory
  }
}
