import UDF
import UDFNetwork
import UDFSync

/// The program's core, for the engine of a feature that is itself the adapter to a server.
struct ScriptCore: HostCore {
  let base: any HostCore
  let remote: ScriptRemote

  var instances: Instances { base.instances }

  func dependency(_ collection: SyncCollection) -> any SeedStore { base.dependency(collection) }
  func dependency(_ collection: SyncCollection) -> any CacheStore { base.dependency(collection) }
  func dependency(_ collection: SyncCollection) -> any RemoteStore { remote }
  func dependency(_ collection: SyncCollection) -> ConflictPolicy { base.dependency(collection) }
  func dependency() -> any HTTPClient { base.dependency() }
}
