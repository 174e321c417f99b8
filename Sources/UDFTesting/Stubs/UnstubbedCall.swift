/// A service was called for which the test has no stub.
public struct UnstubbedCall: Error, Equatable, CustomStringConvertible {
  /// The service and its method.
  public let service: String
  /// The action whose effect called it, if one did.
  public let action: String?

  /// A call of that method by whoever is running.
  public init(service: String) {
    self.service = service
    action = CurrentAction.name
  }

  public var description: String {
    """
    \(service): called, but the test has no stub for it
      \(action.map { "An effect of \($0) called it." } ?? "No effect of a test store called it.")
      To fix this, give the test a stub for it, or correct who calls it.
    """
  }
}
