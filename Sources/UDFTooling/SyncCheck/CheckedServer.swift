import Foundation
import UDFNetwork

/// The server under test. It sends valid and invalid requests of the protocol.
struct CheckedServer {
  private static let retries = 5
  /// The maximum time in seconds to wait for a busy server.
  private static let longestPause = 30.0

  let url: String
  let http: any HTTPClient
  private let headers: [(name: String, value: String)]
  private let proxies: HTTPProxies?

  init(_ url: String, http: any HTTPClient, _ options: SyncCheckOptions) {
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.http = http
    headers = options.headers
    proxies = options.proxies
  }

  func get(
    _ path: String, _ query: [(String, String)], headers: HTTPHeaders = [:]
  ) async throws(HTTPFailure) -> CheckedAnswer {
    var request = request(path, query)
    for (name, value) in headers.fields { request.headers[name] = value }
    return try await send(request)
  }

  func post(_ path: String, _ body: String) async throws(HTTPFailure) -> CheckedAnswer {
    var request = request(path, [])
    request.method = "POST"
    request.headers["Content-Type"] = "application/json"
    request.body = Array(body.utf8)
    return try await send(request)
  }

  /// Opens a stream. It fails after `wait` seconds without a byte.
  func open(
    _ path: String, _ query: [(String, String)], lastEventID: String?, wait: Double
  ) async throws(HTTPFailure) -> (sent: String, stream: HTTPStream) {
    var request = request(path, query)
    let live = HTTPRequest(events: request.url, after: lastEventID, stallLimit: wait)
    request.timeout = live.timeout
    request.progressTimeout = live.progressTimeout
    for (name, value) in live.headers.fields { request.headers[name] = value }
    return (Self.description(of: request), try await http.stream(request))
  }

  private func request(_ path: String, _ query: [(String, String)]) -> HTTPRequest {
    let pairs = query.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
    var request = HTTPRequest("\(url)/\(path)\(pairs.isEmpty ? "" : "?\(pairs)")", proxies: proxies)
    for (name, value) in headers { request.headers.add(name, value) }
    return request
  }

  /// Sends a request. If the server answers with 429 or 503 and `Retry-After`, sends it again after that time, because
  /// such an answer breaks no rule.
  private func send(_ request: HTTPRequest) async throws(HTTPFailure) -> CheckedAnswer {
    var response = try await http.send(request)
    for _ in 0..<Self.retries where [429, 503].contains(response.status) {
      guard let seconds = response.headers["Retry-After"].flatMap(Double.init),
        (0...Self.longestPause).contains(seconds),
        (try? await Task.sleep(for: .seconds(seconds))) != nil
      else { break }
      response = try await http.send(request)
    }
    return CheckedAnswer(
      sent: Self.description(of: request), status: response.status, headers: response.headers, body: response.body)
  }

  /// Returns the request in one line, without the values of the caller's headers, which may be secret.
  private static func description(of request: HTTPRequest) -> String {
    let conditions = ["If-None-Match", "Last-Event-ID"].compactMap { name in
      request.headers[name].map { " \(name): \($0)" }
    }
    let body = CheckedAnswer.shortened(String(decoding: request.body, as: UTF8.self))
    return "\(request.method) \(request.url)\(conditions.joined())\(body.isEmpty ? "" : " \(body)")"
  }

  /// Escapes a text but not the commas between client names.
  private static func escaped(_ text: String) -> String {
    let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }
}
