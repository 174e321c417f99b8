import Platform

/// Keeps the messages of other threads until the host's owner removes them.
package final class Inbox<News: Sendable>: Sendable {
  private let news = Guarded<[News]>([])
  private let bell: WakeBell

  package init(bell: WakeBell) { self.bell = bell }

  // A key path in generic code is made at each use, which takes longer than the lock.
  package var isEmpty: Bool { news.withLock { $0.isEmpty } }

  package func post(_ news: News) {
    self.news.withLock { $0.append(news) }
    bell.ring()
  }

  package func take() -> [News] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }

  /// Removes the messages for which `value` returns a result. Returns these results.
  package func take<Value>(where value: (News) -> Value?) -> [Value] {
    news.withLock { news in
      var taken: [Value] = []
      news.removeAll { each in
        guard let value = value(each) else { return false }
        taken.append(value)
        return true
      }
      return taken
    }
  }
}
