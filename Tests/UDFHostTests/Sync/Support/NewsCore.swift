import UDF
import UDFHost
import UDFServices
import UDFSync
import UDFTooling

/// A core whose rows come from a server in memory. The rows stay in memory after the host is released.
struct NewsCore: HostCore {
  let instances = Instances()
  let server: NewsServer
  /// The lines of a seed.
  var seed: [String]?
  var cache: any CacheStore = MemoryCache()
  /// The time of day, which does not advance.
  let day = SettableClock()

  func dependency() -> any LogSink { SilentLog() }
  func dependency() -> any WallClock { day }
  func dependency(_ database: SyncDatabase) -> any RemoteStore { server }
  func dependency(_ database: SyncDatabase) -> any CacheStore { cache }
  func dependency(_ collection: SyncCollection) -> any SeedStore { NewsSeed(lines: seed) }
}

private struct NewsSeed: SeedStore {
  let lines: [String]?

  func seed() async throws(SeedFailure) -> Seed? {
    lines.map { Seed($0.enumerated().map { SyncRow(RowKey("s\($0 + 1)"), body: Array($1.utf8)) }) }
  }
}
