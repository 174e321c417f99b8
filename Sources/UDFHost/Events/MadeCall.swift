/// A call of a service by an effect of an action.
public struct MadeCall: Sendable, Equatable {
  /// The number of the action.
  public var n: Int
  public var service: String
  public var method: String

  public init(n: Int, service: String, method: String) {
    self.n = n
    self.service = service
    self.method = method
  }
}
