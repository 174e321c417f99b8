import UDF
import UDFNetwork

/// Makes what an engine stands on: a factory for each, told apart by what it gives.
///
/// A core of your own overrides what should be different, and engine and stores use that.
///
///     struct Offline: SyncCore {
///       let instances = Instances()
///       func dependency(_ collection: SyncCollection) -> any CacheStore { MemoryCache() }
///       func dependency() -> any HTTPClient { StubHTTPClient([:]) }
///     }
public protocol SyncCore: Container {
  func dependency(_ collection: SyncCollection) -> any SeedStore
  func dependency(_ collection: SyncCollection) -> any CacheStore
  func dependency(_ collection: SyncCollection) -> any RemoteStore
  func dependency(_ collection: SyncCollection) -> ConflictPolicy
  func dependency(_ collection: SyncCollection) -> RowMigration
  func dependency() -> any HTTPClient
}
