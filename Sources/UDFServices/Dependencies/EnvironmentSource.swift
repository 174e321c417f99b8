/// Provides environment variables. ``Grant``s decide which of them a script may read.
///
///     struct NoEnvironment: EnvironmentSource {
///       func value(of name: String) -> String? { nil }
///     }
public protocol EnvironmentSource: Sendable {
  /// The value of a variable; nil if it is not set. May be called on any thread.
  func value(of name: String) -> String?
}
