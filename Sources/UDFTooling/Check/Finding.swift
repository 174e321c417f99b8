import UDFHost

/// A mistake in an app, or what looks like one.
public struct Finding: Sendable, Equatable {
  public enum Severity: String, Sendable {
    case error
    /// The app runs: something is never used, or could not be checked.
    case warning
  }

  public var severity: Severity
  /// What is wrong, where, and how to fix it, with the lines of the source.
  public var error: HostError

  public init(severity: Severity, error: HostError) {
    self.severity = severity
    self.error = error
  }
}
