/// The progress that an effect last reported with `cx.progress`.
public struct EffectProgress: Sendable, Equatable {
  public var label: String
  /// Less than `total`.
  public var done: Double
  public var total: Double

  public init(label: String, done: Double, total: Double) {
    self.label = label
    self.done = done
    self.total = total
  }
}
