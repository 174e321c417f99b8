import UDF

protocol NewsCore: Container {
  func dependency() -> String
  func dependency() -> any CacheStore
  func dependency() -> any RemoteNews
  func dependency() -> NewsSync
}

extension NewsCore {
  func dependency() -> String { "Caches" }
  func dependency() -> any CacheStore { shared { DiskCache(folder: dependency()) } }
  func dependency() -> any RemoteNews { shared { RemoteNewsStub() } }
  func dependency() -> NewsSync { shared { NewsSync(cache: dependency(), remote: dependency()) } }
}
