import LuaRuntime
import UDF
import UDFServices
import UDFSync

/// What an engine is made of. A reload that changes any of it makes another engine.
struct SyncPlan: Equatable {
  let collection: SyncCollection
  let settings: SyncSettings

  init(_ settings: SyncSettings, name: String, rows: EntitiesOptions, folder: String, permissions: Permissions) {
    self.settings = settings
    var collection = SyncCollection(
      name, key: rows.key, references: settings.references, schema: settings.schema,
      folder: "\(permissions.dataFolder)/sync", sort: rows.sort,
      cache: settings.cache, conflict: settings.conflict, hosts: permissions.hosts)
    collection.seed = settings.seed.map { "\(folder)/\($0)" }
    if case .address(let address) = settings.remote { collection.remote = address }
    // Nobody can tell where its folder would be.
    if permissions.dataFolder.hasPrefix(DataFolder.unknown) { collection.cache = .memory }
    self.collection = collection
  }

  /// An engine over the stores that the host's core makes for the collection, and its calls of functions of the feature.
  func engine(_ core: any HostCore, _ clock: HostSyncClock, _ inbox: SyncInbox) -> (
    engine: SyncEngine, calls: ScriptCalls?
  ) {
    var options = SyncOptions()
    options.live = settings.isLive
    options.ttl = settings.ttl ?? options.ttl
    options.timeout = settings.timeout ?? options.timeout
    guard settings.hasFunctions else { return (engine(over: core, options, clock), nil) }
    let calls = ScriptCalls(collection.name, inbox: inbox)
    return (engine(over: ScriptCore(base: core, settings: settings, calls: calls), options, clock), calls)
  }

  private func engine(over core: some HostCore, _ options: SyncOptions, _ clock: HostSyncClock) -> SyncEngine {
    SyncEngine(collection, core: core, options: options, clock: clock)
  }

  /// What is worth knowing when it is made, nil if nothing is.
  func warning(_ permissions: Permissions) -> String? {
    if settings.cache != .memory, collection.cache == .memory {
      return "\(collection.name): rows are kept in memory only, because HOME is not set; name a folder with --data"
    }
    guard let remote = collection.remote, let host = permissions.hosts.missing(for: remote) else { return nil }
    return "\(collection.name): \(remote) may not be asked; \(Grant(.hosts, host).advice)"
  }
}
