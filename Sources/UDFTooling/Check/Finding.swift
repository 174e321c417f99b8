import UDFHost

/// A mistake or a suspicious part of an app.
public struct Finding: Sendable, Equatable {
  public enum Severity: String, Sendable {
    case error
    /// The app runs, but something is never used or could not be checked.
    case warning
  }

  public var severity: Severity
  /// What is wrong, where, and how to fix it, with the source lines.
  public var error: HostError

  public init(severity: Severity, error: HostError) {
    self.severity = severity
    self.error = error
  }
}
