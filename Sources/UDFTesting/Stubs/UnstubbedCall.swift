/// The error of a service call for which the test has no stub.
///
///     let call = UnstubbedCall(service: "UserService.delete")
///     print(call.service, call.action ?? "no effect")
public struct UnstubbedCall: Error, Equatable, CustomStringConvertible {
  /// The service and its method.
  public let service: String
  /// The action whose effect made the call; nil if no effect did.
  public let action: String?

  /// Makes the error for a call of this method by the present task.
  public init(service: String) {
    self.service = service
    action = CurrentEffect.action
  }

  public var description: String {
    """
    \(service): called, but the test has no stub for it
      \(action.map { "An effect of \($0) called it." } ?? "No effect of a test store called it.")
      To fix this, give the test a stub for it, or correct who calls it.
    """
  }
}
