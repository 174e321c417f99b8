import UDF
import UDFNetwork

/// Makes the dependencies of an engine. The result type selects the factory.
///
/// Your own core overrides the factories whose results should differ. The engine and the stores use these results.
///
///     struct Offline: SyncCore {
///       let instances = Instances()
///       func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
///       func dependency() -> any HTTPClient { StubHTTPClient([:]) }
///     }
public protocol SyncCore: Container {
  func dependency(_ collection: SyncCollection) -> any SeedStore
  func dependency(_ database: SyncDatabase) -> any CacheStore
  func dependency(_ database: SyncDatabase) -> any RemoteStore
  func dependency(_ collection: SyncCollection) -> ConflictPolicy
  func dependency(_ collection: SyncCollection) -> RowMigration
  func dependency() -> any HTTPClient
}
