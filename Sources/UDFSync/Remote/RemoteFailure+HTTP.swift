import Foundation
import UDFNetwork

extension RemoteFailure {
  /// Converts a failure of HTTP: the request got no complete answer.
  init(_ failure: HTTPFailure, to request: HTTPRequest) {
    let code: Code =
      switch failure.code {
      case .cancelled: .cancelled
      // Often caused by a network that requires a login first, as are the redirects below.
      case .notGranted where failure.isOfRedirect: .unavailable
      case .badURL, .badRequest, .notGranted, .notStubbed: .unsupported
      case .badResponse, .tooLarge: .garbled
      case .dns, .refused, .unreachable, .tls, .reset, .timeout, .truncated, .memory: .unavailable
      case .redirectLoop, .tooManyRedirects: .unavailable
      }
    self.init(code, failure.message.replacing(request.url, with: request.address))
  }

  /// Converts an answer with an unexpected status.
  init(_ response: HTTPResponse, to request: HTTPRequest, expires: Bool, schemas: [String: Int]) {
    let advice: String
    switch response.status {
    case 401, 403:
      code = .unauthorized
      advice = "log in there, or correct the headers that are sent"
    case 409 where expires, 410 where expires:
      code = .expired
      advice = "the token is no longer known there, and all rows are to be fetched"
    case 426:
      code = .outdated
      let named = schemas.sorted { $0.key < $1.key }.map { $0.key.isEmpty ? "\($0.value)" : "\($0.value) of \($0.key)" }
      advice = "rows of schema \(named.joined(separator: ", ")) are no longer served there; update the app"
    case 408, 425, 429, 500, 502...:
      code = .unavailable
      retryAfter = response.retryAfter
      advice = retryAfter.map { "try again in \(Int($0.rounded(.up))) s" } ?? "try again later"
    case 400...:
      // Only these statuses describe the request's content.
      code = [400, 409, 410, 413, 422].contains(response.status) ? .refused : .unsupported
      advice = "see whether this is the address of a sync server, and what its log says"
    default:
      code = .garbled
      advice = "the sync protocol has no such answer; see what answers at this address"
    }
    let problem = response.problem
    if code == .refused, !problem.code.isEmpty, !problem.message.isEmpty {
      refusal = Refusal(code: problem.code, message: problem.message)
    }
    let texts = [problem.code, problem.message].filter { !$0.isEmpty }
    let reason = texts.isEmpty ? "" : " (\(texts.joined(separator: ": ")))"
    message = "\(request.method) \(request.address): answered \(response.status)\(reason); \(advice)"
  }

  /// Makes the failure for an answer that does not follow the protocol.
  init(garbled problem: String, in request: HTTPRequest) {
    self.init(
      .garbled, "\(request.method) \(request.address): \(problem); see whether this is the address of a sync server")
  }
}

extension HTTPResponse {
  private struct Problem: Decodable {
    let code: String?
    let message: String?
  }

  /// The server's description of the error, in one line each; empty: the body has none.
  fileprivate var problem: (code: String, message: String) {
    guard let problem = try? JSONDecoder().decode(Problem.self, from: Data(body)) else { return ("", "") }
    func line(_ text: String?) -> String {
      String((text ?? "").split(whereSeparator: \.isNewline).joined(separator: " ").prefix(200))
    }
    return (line(problem.code), line(problem.message))
  }

  /// Seconds to wait, at most a day, so that a wrong value does not stop the engine for years.
  fileprivate var retryAfter: Double? {
    guard let text = headers["Retry-After"] else { return nil }
    var seconds = Double(text)
    // Compare with the server's own time, because this machine's clock may be wrong.
    if let end = HTTPDate(text), let now = headers["Date"].flatMap(HTTPDate.init) {
      seconds = end.seconds - now.seconds
    }
    return seconds.flatMap { $0.isFinite ? min(max($0, 0), 86_400) : nil }
  }
}

extension HTTPRequest {
  /// The URL without its query, which is long and says nothing to a person.
  fileprivate var address: String { String(url.prefix { $0 != "?" }) }
}
