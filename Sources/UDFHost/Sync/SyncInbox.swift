import UDF

/// Where an engine leaves what it tells, on any thread, until the host's owner takes it.
final class SyncInbox: Sendable {
  private let news = Guarded<[SyncNews]>([])
  private let bell: WakeBell

  init(bell: WakeBell) { self.bell = bell }

  var isEmpty: Bool { news.withLock(\.isEmpty) }

  func post(_ news: SyncNews) {
    self.news.withLock { $0.append(news) }
    bell.ring()
  }

  func take() -> [SyncNews] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}
