/// The environment variables that there are; which of them a script may see is said by ``Grant``s.
///
///     struct NoEnvironment: EnvironmentSource {
///       func value(of name: String) -> String? { nil }
///     }
public protocol EnvironmentSource: Sendable {
  /// A variable, nil if it is not set. May be called on any thread.
  func value(of name: String) -> String?
}
