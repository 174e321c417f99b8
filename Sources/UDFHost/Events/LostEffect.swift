/// An effect of an action that an effect of another action has cancelled or dropped.
public struct LostEffect: Sendable, Equatable {
  public enum Manner: String, Sendable {
    /// It was cancelled while it ran.
    case cancelled
    /// It did not start, because of the policy `latest`, `leading`, `debounce` or `throttle`.
    case absorbed
  }

  /// The number of the action that requested the effect.
  public var n: Int
  /// The name of the effect: `effect of cart/load`.
  public var effect: String
  public var manner: Manner
  /// The number of the action that cancelled or dropped it; `n` if the undo of its own action cancelled it.
  public var by: Int
  /// Whether the undo of its own action cancelled it.
  public var isOfUndo: Bool { by == n }

  public init(n: Int, effect: String, manner: Manner, by: Int) {
    self.n = n
    self.effect = effect
    self.manner = manner
    self.by = by
  }
}
