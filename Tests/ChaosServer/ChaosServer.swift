import FeedCore
import Foundation
import Platform
import SeededTesting
import SocketTesting

/// A server of the sync protocol whose network fails, the same way for the same seed and the same order of requests.
final class ChaosServer: Sendable {
  private struct State {
    var random: SeededGenerator
    var faults = 0.0
    /// The last answer to a request for changes.
    var lastPage: FeedAnswer?
  }

  let feed: Feed
  private let state: Guarded<State>

  init(seed: UInt64) {
    feed = Feed(FeedModel(name: "chaos \(seed)"))
    state = Guarded(State(random: SeededGenerator(seed: seed)))
  }

  /// Sets the part of the requests that fail, from 0 to 1.
  func fail(_ part: Double) { state.withLock { $0.faults = part } }

  /// Answers the requests of a connection until either side closes it.
  func serve(_ connection: RawConnection) {
    while let text = connection.request(), let request = FeedRequest(text) {
      let (fault, pause) = state.withLock { state in
        let fails = Double.random(in: 0..<1, using: &state.random) < state.faults
        return (
          fails ? NetworkFault.allCases.randomElement(using: &state.random) : nil,
          UInt32.random(in: 1000..<60_000, using: &state.random)
        )
      }
      guard answer(request, on: connection, fault, pause: pause) else { return }
    }
  }

  /// Returns false when the connection must close.
  private func answer(
    _ request: FeedRequest, on connection: RawConnection, _ fault: NetworkFault?, pause: UInt32
  ) -> Bool {
    switch fault {
    case .refused: return false
    case .silent:
      connection.waitForEnd()
      return false
    case .unauthorized: return connection.send(FeedAnswer(status: 401, phrase: "Unauthorized"))
    case .tooMany:
      return connection.send(FeedAnswer(status: 429, phrase: "Too Many", headers: ["Retry-After": "1"]))
    case .broken: return connection.send(FeedAnswer(status: 500, phrase: "Broken", body: Data("oh".utf8)))
    case .expired where request.method == "GET":
      return connection.send(FeedAnswer(status: 410, phrase: "Gone", body: Data("{}".utf8)))
    case .unaskedNotModified where request.method == "GET" && request.ifNoneMatch == nil:
      return connection.send(FeedAnswer(status: 304, phrase: "Not Modified"))
    case .stale where request.path == "/changes":
      if let page = state.withLock({ $0.lastPage }) { return connection.send(page) }
    case .repeated: _ = done(request)
    default: break
    }
    guard let answer = done(request) else { return false }
    if let events = answer.events { return stream(events, answer, on: connection, breaks: fault != nil) }
    if request.path == "/changes", answer.status == 200 { state.withLock { $0.lastPage = answer } }
    switch fault {
    case .lostAnswer: return false
    case .truncated:
      let bytes = answer.bytes
      connection.send(Array(bytes.prefix(bytes.count / 2)))
      connection.reset()
      return false
    case .dripping:
      let bytes = answer.bytes
      for start in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 8)) {
        guard connection.send(Array(bytes[start..<min(bytes.count, start + max(1, bytes.count / 8))])) else {
          return false
        }
        usleep(pause)
      }
      return true
    default: return connection.send(answer)
    }
  }

  private func stream(_ events: LiveEvents, _ answer: FeedAnswer, on connection: RawConnection, breaks: Bool) -> Bool {
    var head = answer
    head.headers["Connection"] = "close"
    guard connection.send(head.head) else { return false }
    var iterator = events.makeAsyncIterator()
    while true {
      let (event, next) = wait { [iterator] in
        var reader = iterator
        let event = await reader.next()
        return (event, reader)
      }
      iterator = next
      guard let event else { return false }
      guard !breaks else {
        connection.send(Array(event.prefix(event.count / 2)))
        return false
      }
      guard connection.send(Array(event)) else { return false }
    }
  }

  private func done(_ request: FeedRequest) -> FeedAnswer? { wait { [feed] in try? await feed.answer(request) } }
}

/// Waits on this thread for asynchronous work.
func wait<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let (done, result) = (DispatchSemaphore(value: 0), Guarded<Value?>(nil))
  Task.detached {
    let value = await work()
    result.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  // The task has stored it.
  return result.withLock { $0! }
}
