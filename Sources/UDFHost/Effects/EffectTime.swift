/// When a run of an effect began, and how it ended.
public struct EffectTime: Sendable, Equatable {
  public enum Outcome: String, Sendable {
    case ended, failed, cancelled
  }

  /// The name that errors use: `effect of cart/load`.
  public var name: String
  /// The number of the action that requested it.
  public var action: Int
  public var outcome: Outcome
  /// Seconds on the host's clock.
  public var start: Double
  public var seconds: Double
}
