/// A change of a cache: a mutation of the outbox becomes a ``DeadLetter``, because it was refused for good.
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
