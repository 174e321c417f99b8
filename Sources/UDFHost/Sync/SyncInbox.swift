import Synchronization

/// Where an engine leaves what it tells, on any thread, until the host's owner takes it.
final class SyncInbox: Sendable {
  private let news = Mutex<[SyncNews]>([])
  private let unreadable = Mutex<(untold: [String], told: Set<String>)>(([], []))
  private let bell: WakeBell

  init(bell: WakeBell) { self.bell = bell }

  var isEmpty: Bool { news.withLock(\.isEmpty) }

  func post(_ news: SyncNews) {
    if case .rows(let batch?, of: _) = news, !batch.unreadable.isEmpty { note(batch) }
    self.news.withLock { $0.append(news) }
    bell.ring()
  }

  private func note(_ batch: SyncBatch) {
    unreadable.withLock { unreadable in
      for (key, reason) in batch.unreadable {
        let text = "the row \"\(key)\" cannot be read and is left out: \(reason); mend it on the server"
        // It comes again with each look at all rows.
        if unreadable.told.insert(text).inserted { unreadable.untold.append(text) }
      }
    }
  }

  /// What is to be told of rows that were left out, each one once.
  func takeWarnings() -> [String] {
    unreadable.withLock { unreadable in
      defer { unreadable.untold = [] }
      return unreadable.untold
    }
  }

  func take() -> [SyncNews] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}
