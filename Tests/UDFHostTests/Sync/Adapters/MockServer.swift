import Platform
import SocketTesting

/// A server on 127.0.0.1 with an API in memory, whose answers can get lost.
final class MockServer<API: MockAPI>: Sendable {
  private struct Contents {
    var api: API
    var isDown = false
    var losesChange = false
    var asked: [String] = []

    /// nil: nothing is answered.
    mutating func answer(_ request: MockRequest) -> MockAnswer? {
      guard !isDown else { return nil }
      let answer = api.answer(request)
      asked.append("\(request.method) \(request.path) \(answer.status)")
      guard losesChange, API.isChange(request), answer.status < 300 else { return answer }
      losesChange = false
      return nil
    }
  }

  private let contents: Guarded<Contents>
  private let server: RawServer

  init(_ api: API) throws {
    let contents = Guarded(Contents(api: api))
    self.contents = contents
    server = try RawServer { connection in
      guard let request = connection.request().flatMap(MockRequest.init) else { return }
      if let answer = contents.withLock({ $0.answer(request) }) { connection.send(answer.text) }
    }
  }

  deinit { server.stop() }

  var url: String { server.url }
  var port: Int { server.port }
  var api: API { contents.withLock(\.api) }
  /// Methods, paths and the statuses of the answers.
  var asked: [String] { contents.withLock(\.asked) }

  func edit(_ change: (inout API) -> Void) { contents.withLock { change(&$0.api) } }

  /// Whether it closes every connection without an answer.
  func goDown(_ isDown: Bool) { contents.withLock { $0.isDown = isDown } }

  /// Makes the next change, and closes its connection without an answer.
  func loseNextChange() { contents.withLock { $0.losesChange = true } }
}
