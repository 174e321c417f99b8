import Platform
import UDF

final class MemoryCache: CacheStore {
  private let contents = Guarded<[String]?>(nil)

  func articles() -> [String]? { contents.withLock { $0 } }
  func save(_ articles: [String]) { contents.withLock { $0 = articles } }
}
