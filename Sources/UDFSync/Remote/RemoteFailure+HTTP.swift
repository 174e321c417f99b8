import Foundation
import UDFNetwork

extension RemoteFailure {
  /// What it means for a remote that there was no whole answer.
  init(_ failure: HTTPFailure) {
    let code: Code =
      switch failure.code {
      case .cancelled: .cancelled
      case .badURL, .badRequest, .notGranted, .notStubbed: .unsupported
      case .badResponse, .tooLarge: .garbled
      case .dns, .refused, .unreachable, .tls, .reset, .timeout, .truncated: .unavailable
      // Often a network that wants a login first.
      case .redirectLoop, .tooManyRedirects: .unavailable
      }
    self.init(code, failure.message)
  }

  /// What it means for a remote that the answer has a status which is none of those that give what was asked for.
  init(_ response: HTTPResponse, to request: HTTPRequest, expires: Bool, schema: Int) {
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
      advice = "rows of schema \(schema) are no longer served there; update the app"
    case 408, 425, 429, 500, 502...:
      code = .unavailable
      retryAfter = response.retryAfter
      advice = retryAfter.map { "try again in \(Int($0.rounded(.up))) s" } ?? "try again later"
    case 400...:
      // Only these speak of what was sent.
      code = [400, 409, 410, 413, 422].contains(response.status) ? .refused : .unsupported
      advice = "see whether this is the address of a sync server, and what its log says"
    default:
      code = .garbled
      advice = "the sync protocol has no such answer; see what answers at this address"
    }
    let reason = response.reason.map { " (\($0))" } ?? ""
    message = "\(request.method) \(request.url): answered \(response.status)\(reason); \(advice)"
  }

  /// An answer that does not follow the protocol.
  init(garbled problem: String, in request: HTTPRequest) {
    self.init(
      .garbled, "\(request.method) \(request.url): \(problem); see whether this is the address of a sync server")
  }
}

extension HTTPResponse {
  private struct Problem: Decodable {
    let code: String?
    let message: String?
  }

  /// What the server says of an error, one line.
  fileprivate var reason: String? {
    guard let problem = try? JSONDecoder().decode(Problem.self, from: Data(body)) else { return nil }
    let text = [problem.code, problem.message].compactMap { $0 }.joined(separator: ": ")
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(200)
    return line.isEmpty ? nil : String(line)
  }

  /// Seconds to wait, at most a day, so that a mistake there is not felt for years.
  fileprivate var retryAfter: Double? {
    guard let text = headers["Retry-After"] else { return nil }
    var seconds = Double(text)
    // Counted from the server's own time, since this machine's clock may be wrong.
    if let end = HTTPDate(text), let now = headers["Date"].flatMap(HTTPDate.init) {
      seconds = end.seconds - now.seconds
    }
    return seconds.flatMap { $0.isFinite ? min(max($0, 0), 86_400) : nil }
  }
}
