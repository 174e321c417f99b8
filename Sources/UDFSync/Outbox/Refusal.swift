/// That a mutation of the outbox is refused for good, which makes it a ``DeadLetter``.
public struct Refusal: Sendable, Hashable {
  /// The mutation's id.
  public let id: Int64
  /// See ``DeadLetter/code``.
  public let code: String
  /// See ``DeadLetter/message``.
  public let message: String
  /// See ``DeadLetter/since``.
  public let since: Double?

  public init(_ id: Int64, code: String, message: String, since: Double?) {
    self.id = id
    self.code = code
    self.message = message
    self.since = since
  }
}
