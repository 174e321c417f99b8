import UDFFields
import UDFServices
import UDFSync

/// A sync feature as a member of its engine's plan.
package struct SyncMember: Equatable {
  package let collection: SyncCollection
  package let settings: SyncSettings

  package var name: String { collection.name }

  package init(_ settings: SyncSettings, name: String, rows: EntitiesOptions, folder: String, permissions: Permissions)
  {
    self.settings = settings
    var collection = SyncCollection(
      name, collection: settings.collection ?? "", key: rows.key, references: settings.references,
      schema: settings.schema, folder: permissions.data.folder.map { "\($0)/sync" } ?? "", filter: settings.filter,
      sort: rows.sort,
      cache: settings.cache, conflict: settings.conflict, hosts: permissions.hosts)
    collection.seed = settings.seed.map { "\(folder)/\($0)" }
    if case .address(let address) = settings.remote { collection.remote = address }
    if permissions.data.folder == nil { collection.cache = .memory }
    self.collection = collection
  }

  /// Returns a warning for the user when the engine is made; nil: none.
  package func warning(_ permissions: Permissions) -> String? {
    if settings.cache != .memory, case .unknown = permissions.data {
      return "\(name): rows are kept in memory only, because HOME is not set; name a folder with --data"
    }
    guard let remote = collection.remote, let host = permissions.hosts.missing(for: remote) else { return nil }
    return "\(name): no grant allows requests to \(remote); \(Grant(.hosts, host).advice)"
  }
}
