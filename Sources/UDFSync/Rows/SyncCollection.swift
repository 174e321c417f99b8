import UDFNetwork

/// What an engine keeps in step: the name of the rows, which field tells them apart, and where their stores are found.
///
///     let articles = SyncCollection("articles", key: "id", folder: "/home/ann/.local/share/news")
public struct SyncCollection: Sendable, Hashable {
  /// Which cache a core makes that says nothing else.
  public enum Cache: String, Sendable, Hashable, CaseIterable {
    /// ``SQLiteCache``
    case sqlite
    /// ``MemoryCache``
    case memory
  }

  /// Which ``ConflictPolicy`` a core makes that says nothing else.
  public enum Conflict: String, Sendable, Hashable, CaseIterable {
    /// ``ConflictPolicy/replay``
    case mine
    /// ``ConflictPolicy/serverWins``
    case server
  }

  /// A Lua name; unique in its folder.
  public var name: String
  /// The field of a row that holds its key, a string or an integer.
  public var key: String
  /// Fields that hold keys of other rows of the collection, one or a list of them. They follow where the server gives such a row
  /// another key.
  public var references: [String]
  /// The version of the rows' shape, sent with each request. A cache of an older one is built anew, one of a newer refused.
  public var schema: Int
  /// The absolute folder that caches are kept in; it is made when it is first needed.
  public var folder: String
  /// The absolute path of a seed (`.json`, `.ndjson` or `.csv`), nil: none.
  public var seed: String?
  /// The address of a server that speaks the sync protocol, nil: none.
  public var remote: String?
  /// Fields that rows are first shown by, one with `-` in front from the largest down; none: by key.
  public var sort: [String]
  public var cache: Cache
  public var conflict: Conflict
  /// Where requests may go, redirects included.
  public var hosts: HostPatterns

  public init(
    _ name: String, key: String = "id", references: [String] = [], schema: Int = 1, folder: String, seed: String? = nil,
    remote: String? = nil,
    sort: [String] = [], cache: Cache = .sqlite, conflict: Conflict = .mine, hosts: HostPatterns = .all
  ) {
    self.name = name
    self.key = key
    self.references = references
    self.schema = schema
    self.folder = folder
    self.seed = seed
    self.remote = remote
    self.sort = sort
    self.cache = cache
    self.conflict = conflict
    self.hosts = hosts
  }
}
