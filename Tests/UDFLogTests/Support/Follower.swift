import Platform

@testable import UDFLog

/// Receives the events of a subscription, and lets a test wait for them.
final class Follower: Sendable {
  private struct State {
    var entries: [LogEntry] = []
    var failures: [LogFailure] = []
    var end: LogFailure?
    var isLive = false
    /// The number of `live` events.
    var lives = 0
  }

  private let state = Guarded(State())
  private let changed = AsyncStream.makeStream(of: Void.self)
  private let subscription = Guarded<LogSubscription?>(nil)

  init(_ log: ActionLog, after place: LogPlace) throws {
    let subscription = try log.subscribe(after: place) { [state, changed] event in
      state.withLock { state in
        switch event {
        case .entries(let entries, _): state.entries += entries
        case .live:
          state.isLive = true
          state.lives += 1
        case .disconnected(let failure):
          state.isLive = false
          state.failures.append(failure)
        case .ended(let failure): state.end = failure
        }
      }
      changed.continuation.yield()
    }
    self.subscription.withLock { $0 = subscription }
  }

  var entries: [LogEntry] { state.withLock { $0.entries } }
  var texts: [String] { entries.map(\.text) }
  var failures: [LogFailure] { state.withLock { $0.failures } }
  var end: LogFailure? { state.withLock { $0.end } }

  func check() { subscription.withLock { $0?.check() } }
  func cancel() { subscription.withLock { $0?.cancel() } }

  /// Returns when it has so many entries, or receives no more.
  func received(_ count: Int) async { await until { $0.entries.count >= count } }
  func live(_ count: Int = 1) async { await until { $0.isLive && $0.lives >= count } }
  func disconnected() async { await until { !$0.isLive && !$0.failures.isEmpty } }
  func ended() async -> LogFailure? {
    await until { $0.end != nil }
    return end
  }

  private func until(_ condition: (State) -> Bool) async {
    if state.withLock({ condition($0) || $0.end != nil }) { return }
    for await _ in changed.stream where state.withLock({ condition($0) || $0.end != nil }) { return }
  }
}
