/// How far an effect has come: what it last said with `cx.progress`.
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
