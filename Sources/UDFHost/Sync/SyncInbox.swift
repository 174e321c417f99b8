import Platform
import UDF

/// Where an engine leaves what it tells, on any thread, until the host's owner takes it.
final class SyncInbox: Sendable {
  private let news = Guarded<[EngineEvent]>([])
  private let bell: WakeBell

  init(bell: WakeBell) { self.bell = bell }

  var isEmpty: Bool { news.withLock(\.isEmpty) }

  func post(_ news: EngineEvent) {
    self.news.withLock { $0.append(news) }
    bell.ring()
  }

  /// Takes the calls of functions alone.
  func takeCalls() -> [ScriptCall] {
    news.withLock { news in
      var calls: [ScriptCall] = []
      news.removeAll { event in
        guard case .asked(let call) = event else { return false }
        calls.append(call)
        return true
      }
      return calls
    }
  }

  func take() -> [EngineEvent] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}
