/// An effect of an action that another action's effect has cancelled or absorbed.
public struct LostEffect: Sendable, Equatable {
  public enum Manner: String, Sendable {
    /// It ran, and was cancelled.
    case cancelled
    /// It did not begin: a `latest`, `leading`, `debounce` or `throttle` left it out.
    case absorbed
  }

  /// The number of the action whose effect it is.
  public var n: Int
  /// `effect of cart/load`.
  public var effect: String
  public var manner: Manner
  /// The number of the action that did it.
  public var by: Int

  public init(n: Int, effect: String, manner: Manner, by: Int) {
    self.n = n
    self.effect = effect
    self.manner = manner
    self.by = by
  }
}
