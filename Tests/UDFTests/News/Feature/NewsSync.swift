/// The internal part of the package. It gets its services from the package, not from the app.
final class NewsSync: Sendable {
  let cache: any CacheStore
  private let remote: any RemoteNews

  init(cache: any CacheStore, remote: any RemoteNews) {
    self.cache = cache
    self.remote = remote
  }

  func pull() async throws { cache.save(try await remote.articles()) }
}
