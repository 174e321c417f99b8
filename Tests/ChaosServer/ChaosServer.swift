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
    /// Whether the next request for changes fails.
    var failsNextPage = false
    /// The first token and the last changes that the readers with the same parameters got in an epoch.
    var pages: [String: (token: String?, changes: [String])] = [:]
  }

  /// How a request is answered.
  private struct Plan {
    var fault: NetworkFault?
    /// The microseconds between two pieces of an answer.
    var pause: UInt32
    /// The maximum number of rows in a page; nil: as many as requested.
    var rows: Int?
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
      guard answer(request, on: connection, plan(request)) else { return }
    }
  }

  private func plan(_ request: FeedRequest) -> Plan {
    state.withLock { state in
      let fails = Double.random(in: 0..<1, using: &state.random) < state.faults
      var plan = Plan(
        fault: fails ? NetworkFault.allCases.randomElement(using: &state.random) : nil,
        pause: UInt32.random(in: 1000..<60_000, using: &state.random))
      let isSmall = state.faults > 0 && Int.random(in: 0..<2, using: &state.random) == 0
      plan.rows = isSmall ? Int.random(in: 1...4, using: &state.random) : nil
      guard request.path == "/changes" else { return plan }
      if state.failsNextPage { plan.fault = .broken }
      state.failsNextPage = plan.fault == .midway
      if plan.fault == .midway { plan.rows = 1 }
      return plan
    }
  }

  /// Returns false when the connection must close.
  private func answer(_ request: FeedRequest, on connection: RawConnection, _ plan: Plan) -> Bool {
    if let answer = refusal(of: request, plan.fault) { return connection.send(answer) }
    switch plan.fault {
    case .refused: return false
    case .silent:
      connection.waitForEnd()
      return false
    case .late: usleep(700_000)
    case .repeated: _ = done(request)
    default: break
    }
    var request = request
    if let rows = plan.rows { request.query["limit"] = "\(min(rows, Int(request.query["limit"] ?? "") ?? rows))" }
    guard var answer = done(request) else { return false }
    if let events = answer.events { return stream(events, answer, on: connection, breaks: plan.fault != nil) }
    if request.path == "/changes", answer.status == 200 { answer = changed(answer, to: request, plan.fault) }
    switch plan.fault {
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
        usleep(plan.pause)
      }
      return true
    default: return connection.send(answer)
    }
  }

  /// Returns the answer to a request that the feed does not get; nil for other faults.
  private func refusal(of request: FeedRequest, _ fault: NetworkFault?) -> FeedAnswer? {
    switch fault {
    case .login: FeedAnswer(status: 200, phrase: "OK", body: Data("<!DOCTYPE html><p>Please log in.".utf8))
    case .unauthorized: FeedAnswer(status: 401, phrase: "Unauthorized")
    case .tooMany: FeedAnswer(status: 429, phrase: "Too Many", headers: ["Retry-After": "1"])
    case .busy: FeedAnswer(status: 503, phrase: "Busy", headers: ["Retry-After": "1"])
    case .broken: FeedAnswer(status: 500, phrase: "Broken", body: Data("oh".utf8))
    case .conflict: FeedAnswer(status: 409, phrase: "Conflict", body: Data("{}".utf8))
    case .expired where request.method == "GET": FeedAnswer(status: 410, phrase: "Gone", body: Data("{}".utf8))
    case .unaskedNotModified where request.method == "GET" && request.ifNoneMatch == nil:
      FeedAnswer(status: 304, phrase: "Not Modified")
    case .stale where request.path == "/changes": state.withLock { $0.lastPage }
    default: nil
    }
  }

  /// Returns the page that the client gets in place of the right one.
  private func changed(_ page: FeedAnswer, to request: FeedRequest, _ fault: NetworkFault?) -> FeedAnswer {
    state.withLock { state in
      let readers = "\(page.epoch) \(request.query["where"] ?? "")"
      let former = state.pages[readers]
      state.lastPage = page
      state.pages[readers] = (former?.token ?? page.lastToken, page.changeLines)
      return switch fault {
      case .shuffled: page.page(changes: page.changeLines.reversed() + page.changeLines.suffix(1))
      case .overlapping: page.page(changes: page.changeLines + (former?.changes ?? []))
      case .rewound where page.lastToken != nil: page.page(next: former?.token)
      default: page
      }
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
