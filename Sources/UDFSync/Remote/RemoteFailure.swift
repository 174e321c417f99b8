/// The reason why a request to a server failed.
public struct RemoteFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No complete answer arrived, or a status that asks to retry later (408, 425, 429, 5xx). The engine retries.
    case unavailable
    /// The answer does not follow the protocol. The engine retries.
    case garbled
    /// The server no longer accepts the token. The engine fetches all rows.
    case expired
    /// The user is not authorized (401, 403). The engine sends no request until the app asks again.
    case unauthorized
    /// The server no longer serves this schema of the rows.
    case outdated
    /// The request itself is wrong, and repeating it would have the same result. A single mutation that is refused
    /// becomes a dead letter.
    case refused
    /// The remote does not support such requests: there is no server, no such address, or an adapter without a push.
    /// Mutations stay pending.
    case unsupported
    /// The request was cancelled.
    case cancelled
  }

  /// What a server says about a request that it refuses.
  public struct Refusal: Sendable, Hashable {
    /// The server's own code.
    public var code: String
    /// One line for the person who made the edit.
    public var message: String

    public init(code: String, message: String) { (self.code, self.message) = (code, message) }
  }

  public var code: Code
  /// The request, the answer, and how to fix it, in one line for people.
  public var message: String
  /// Seconds for which the server asks for no requests. The engine ignores values below 0 and above a day.
  public var retryAfter: Double?
  /// With ``Code/refused``: the server's own words, if it sent any. The dead letter gets them.
  public var refusal: Refusal?

  public init(_ code: Code, _ message: String, retryAfter: Double? = nil) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  public var description: String { message }
}
