/// Something that is wrong with an app, or looks so.
public struct Finding: Sendable, Equatable {
  public enum Severity: String, Sendable {
    case error
    /// Nothing fails of it: what is never used, or could not be looked at.
    case warning
  }

  public var severity: Severity
  /// What, where and how to fix it, with the lines of the source.
  public var error: HostError

  public init(severity: Severity, error: HostError) {
    self.severity = severity
    self.error = error
  }
}
