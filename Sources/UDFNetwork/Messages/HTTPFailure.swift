import Platform

/// The reason why a request has no complete response.
///
///     do throws(HTTPFailure) {
///       _ = try await http.send(HTTPRequest("http://127.0.0.1:8080/users"))
///     } catch {
///       print(error.message)
///       // GET http://127.0.0.1:8080/users: nothing listens at 127.0.0.1:8080; start the server, or correct the address
///     }
public struct HTTPFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure, for programs.
  public enum Code: String, Sendable, CaseIterable {
    /// The URL is not an absolute http or https URL.
    case badURL
    /// The method, a header, a limit or a proxy of the request is invalid, or the system has no resources left to send it.
    case badRequest
    /// The URL's host or a redirect's host is not granted, or the connection would use another address than the granted one.
    case notGranted
    /// The name of the host or proxy cannot be resolved.
    case dns
    /// Nothing listens at that port.
    case refused
    /// The host cannot be reached, or the proxy does not connect to it.
    case unreachable
    /// No secure connection could be made.
    case tls
    /// The connection broke before a response arrived.
    case reset
    /// The request exceeded one of its timeouts.
    case timeout
    /// The response is not valid HTTP.
    case badResponse
    /// The connection broke before the end of the body.
    case truncated
    /// The body or the headers exceed a limit.
    case tooLarge
    /// The memory limit of the app host is reached.
    case memory
    /// A redirect points to a URL that was already visited.
    case redirectLoop
    /// The server sent more redirects than the request allows.
    case tooManyRedirects
    /// The task was cancelled, or the client was shut down.
    case cancelled
    /// A ``StubHTTPClient`` has no response for this request.
    case notStubbed
  }

  public var code: Code
  /// The request, the problem and the fix, for people; one line.
  public var message: String
  /// The host to grant, with its port unless it is the default port; nil for other codes than ``Code/notGranted``.
  public var missingHost: String?
  /// Whether a redirect, and not the request's own URL, names that host.
  public var isOfRedirect = false

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
    HTTPFailure(.cancelled, request, "cancelled", fix: "the server may already have processed it")
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

  /// The memory limit leaves no room for the response.
  package static func memory(_ request: HTTPRequest, _ shortage: MemoryShortage) -> HTTPFailure {
    HTTPFailure(.memory, request, "\(shortage)", fix: "ask for less, or read it as a stream")
  }
}
