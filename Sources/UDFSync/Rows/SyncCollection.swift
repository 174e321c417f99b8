import UDFNetwork

/// A collection that an engine synchronizes: its name, its key field, and where its stores are.
///
///     let articles = SyncCollection("articles", key: "id", folder: "/home/ann/.local/share/news")
public struct SyncCollection: Sendable, Hashable {
  /// The cache that a core makes by default.
  public enum Cache: String, Sendable, Hashable, CaseIterable {
    /// ``SQLiteCache``
    case sqlite
    /// ``MemoryCache``
    case memory
  }

  /// The ``ConflictPolicy`` that a core makes by default.
  public enum Conflict: String, Sendable, Hashable, CaseIterable {
    /// ``ConflictPolicy/replay``
    case mine
    /// ``ConflictPolicy/serverWins``
    case server
  }

  /// A Lua name; unique in its folder.
  public var name: String
  /// The server's name of the collection, if the address serves several collections: letters, digits, `_`, `-` and `.`.
  /// Empty: the collection has an address of its own, and requests do not name it.
  public var collection: String
  /// The field of a row that contains its key, a string or an integer.
  public var key: String
  /// Fields that contain the key or a list of keys of other rows, with the ``collection`` of these rows. If the server
  /// assigns another key to such a row, the engine updates these fields.
  public var references: [String: String]
  /// The version of the rows' structure, sent with each request. The rows of a cache with an earlier version are
  /// migrated or fetched again; a cache with a later version is refused.
  public var schema: Int
  /// The absolute folder of the caches. It is created when it is first needed.
  public var folder: String
  /// The absolute path of a seed (`.json`, `.ndjson` or `.csv`); nil: no seed.
  public var seed: String?
  /// The address of a server that speaks the sync protocol; nil: no server.
  public var remote: String?
  /// The initial parameters of a new cache: only matching rows are fetched, kept and delivered. They are valid until
  /// ``SyncEngine/setFilter(_:of:)`` changes them, or the app declares others.
  public var filter: RowFilter
  /// The fields by which rows are sorted in the first delivery; `-` before a name sorts in descending order. Without
  /// fields, rows are sorted by key.
  public var sort: [String]
  public var cache: Cache
  public var conflict: Conflict
  /// The hosts that requests may reach, including redirects.
  public var hosts: HostPatterns

  public init(
    _ name: String, collection: String = "", key: String = "id", references: [String: String] = [:], schema: Int = 1,
    folder: String, seed: String? = nil,
    remote: String? = nil, filter: RowFilter = .all, sort: [String] = [],
    cache: Cache = .sqlite, conflict: Conflict = .mine, hosts: HostPatterns = .all
  ) {
    self.name = name
    self.collection = collection
    self.key = key
    self.references = references
    self.schema = schema
    self.folder = folder
    self.seed = seed
    self.remote = remote
    self.filter = filter
    self.sort = sort
    self.cache = cache
    self.conflict = conflict
    self.hosts = hosts
  }
}
