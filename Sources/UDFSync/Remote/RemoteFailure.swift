/// Why a server did not give what was asked of it.
public struct RemoteFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No whole answer came, or one that says "later" (408, 425, 429, 5xx). To be tried again.
    case unavailable
    /// What came does not follow the protocol. To be tried again.
    case garbled
    /// The server no longer knows the token: everything is to be fetched anew.
    case expired
    /// Who asks may not (401, 403): nothing is tried before somebody asks again.
    case unauthorized
    /// The server no longer serves this version of the rows' shape.
    case outdated
    /// The request itself is wrong; to repeat it would give the same. A mutation that is refused so alone is a dead letter.
    case refused
    /// Nothing there takes such requests, whatever is in them: no server, no such address, an adapter without a push.
    /// Mutations wait.
    case unsupported
    /// Nobody wants the answer any more.
    case cancelled
  }

  public var code: Code
  /// What was asked, what came, and what to do about it, for a person; one line.
  public var message: String
  /// Seconds that the server wants to be left alone; what is not from 0 to a day is not heeded.
  public var retryAfter: Double?

  public init(_ code: Code, _ message: String, retryAfter: Double? = nil) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  public var description: String { message }
}
