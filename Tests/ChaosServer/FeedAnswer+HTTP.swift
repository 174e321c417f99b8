import FeedCore
import Foundation
import SocketTesting

extension FeedRequest {
  /// Reads a whole request; nil if it is not HTTP.
  init?(_ text: String) {
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3, let url = URLComponents(string: String(words[1])) else { return nil }
    let headers = lines.dropFirst().map { line in
      line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    func header(_ name: String) -> String? { headers.first { $0[0].lowercased() == name }?.last }
    let query = (url.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    self.init(
      String(words[0]), url.path, query: Dictionary(query) { first, _ in first }, ifNoneMatch: header("if-none-match"),
      lastEventID: header("last-event-id"), body: Data((parts.count > 1 ? String(parts[1]) : "").utf8))
  }
}

extension FeedAnswer {
  /// The status line and the headers.
  var head: String {
    let lines = ["HTTP/1.1 \(status) \(phrase)"] + headers.map { "\($0.key): \($0.value)" }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// The whole answer.
  var bytes: [UInt8] {
    var answer = self
    if status != 304 { answer.headers["Content-Length"] = String(body.count) }
    return Array(answer.head.utf8) + body
  }
}

extension RawConnection {
  /// False if the client has disconnected.
  func send(_ answer: FeedAnswer) -> Bool { send(answer.bytes) }
}
