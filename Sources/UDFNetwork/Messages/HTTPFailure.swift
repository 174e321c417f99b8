/// Why there is no whole answer to a request.
///
///     do throws(HTTPFailure) {
///       _ = try await http.send(HTTPRequest("http://127.0.0.1:8080/users"))
///     } catch {
///       print(error.message)
///       // GET http://127.0.0.1:8080/users: nothing listens at 127.0.0.1:8080; start the server, or correct the address
///     }
public struct HTTPFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong, for a program.
  public enum Code: String, Sendable, CaseIterable {
    /// The URL is not a whole http or https address.
    case badURL
    /// The method, a header, or a limit cannot be sent or kept.
    case badRequest
    /// The host, or one that the server redirects to, is not among those granted, or the connection would go elsewhere.
    case notGranted
    /// The host has no address.
    case dns
    /// Nothing listens at that port.
    case refused
    /// There is no way to the host, or a proxy refuses to go there.
    case unreachable
    /// No secure connection came about.
    case tls
    /// The connection broke before there was an answer.
    case reset
    /// It took longer than the request allows.
    case timeout
    /// What came is not HTTP.
    case badResponse
    /// The body ended early.
    case truncated
    /// The body or the headers are larger than is allowed.
    case tooLarge
    /// A redirect led back to where it came from.
    case redirectLoop
    /// More redirects than the request allows.
    case tooManyRedirects
    /// The task was cancelled, or the client was shut down.
    case cancelled
    /// A ``StubHTTPClient`` has no answer for this.
    case notStubbed
  }

  public var code: Code
  /// The request, what happened to it, and how to fix it, for a person; one line.
  public var message: String
  /// Of ``Code/notGranted``: the host that would have to be granted, with its port where that is not the usual one.
  public var missingHost: String?

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ code: Code, _ request: HTTPRequest, _ problem: String, fix: String) {
    self.init(code, "\(request.method) \(request.url): \(problem); \(fix)")
  }

  public var description: String { message }
}

extension HTTPFailure {
  static func cancelled(_ request: HTTPRequest) -> HTTPFailure {
    HTTPFailure(.cancelled, request, "cancelled", fix: "the server may have acted on it all the same")
  }

  static func shutDown(_ request: HTTPRequest) -> HTTPFailure {
    HTTPFailure(.cancelled, request, "the client was shut down", fix: "send it earlier, or through a new client")
  }

  static func timeout(_ request: HTTPRequest) -> HTTPFailure {
    HTTPFailure(
      .timeout, request, "not done within \(request.timeout) s",
      fix: "raise timeout, or see what the server waits for")
  }

  static func stalled(_ request: HTTPRequest) -> HTTPFailure {
    HTTPFailure(
      .timeout, request, "no byte was sent or received for \(request.progressTimeout) s",
      fix: "raise progressTimeout, or see what the server waits for")
  }

  static func tooLarge(_ request: HTTPRequest) -> HTTPFailure {
    let isAtLimit = request.maxBytes >= HTTPRequest.maxBytesLimit
    return HTTPFailure(
      .tooLarge, request, "the body has more than \(min(request.maxBytes, HTTPRequest.maxBytesLimit)) bytes",
      fix: isAtLimit ? "ask for less, or read it as a stream" : "raise maxBytes, or ask for less")
  }
}
