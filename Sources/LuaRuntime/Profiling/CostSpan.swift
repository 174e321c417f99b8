/// One measured run of a reducer, view, computed value, middleware or effect. An effect that waits has several.
public struct CostSpan: Sendable, Equatable {
  public var kind: Cost.Kind
  /// See ``Cost/name``.
  public var name: String
  /// The number of the action to which the run belongs.
  public var action: Int
  /// The number of measured runs around it.
  public var depth: Int
  /// Seconds on the host's clock.
  public var start: Double
  /// Seconds with the measured runs inside.
  public var seconds: Double

  package init(kind: Cost.Kind, name: String, action: Int, depth: Int, start: Double, seconds: Double) {
    (self.kind, self.name, self.action) = (kind, name, action)
    (self.depth, self.start, self.seconds) = (depth, start, seconds)
  }
}
