/// The inside of the package: it is handed its services, and nobody outside hands them to it.
final class NewsSync: Sendable {
  let cache: any CacheStore
  private let remote: any RemoteNews

  init(cache: any CacheStore, remote: any RemoteNews) {
    self.cache = cache
    self.remote = remote
  }

  func pull() async throws { cache.save(try await remote.articles()) }
}
