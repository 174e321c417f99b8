import UDF

/// A cache that lasts as long as the process: for tests, and for rows that need not be there the next time.
///
///     struct Forgetful: SyncCore {
///       let instances = Instances()
///       func dependency(_ collection: SyncCollection) -> any CacheStore { MemoryCache() }
///     }
public actor MemoryCache: CacheStore {
  private var table = CacheTable()
  private var sort: [String] = []

  /// An empty one.
  public init() {}

  public func open(_ collection: SyncCollection) -> CacheContents {
    sort = collection.sort
    return table.open()
  }

  /// Begins anew with the outbox; memory is never damaged, so nothing is put aside.
  public func quarantine() -> CacheContents {
    table = CacheTable(table.kept)
    return table.open()
  }

  public func rows(after position: RowPosition, limit: Int) -> [StoredRow] { table.rows(after: position, limit: limit) }
  public func rows(of keys: [EntityKey]) -> [StoredRow] { table.rows(of: keys) }
  public func firstRows(_ count: Int) -> [StoredRow] { table.firstRows(count, by: sort) }
  public func mutations(_ ids: [Int64]) -> [Mutation] { table.mutations(ids) }
  public func deadLetters(_ ids: [Int64]) -> [DeadLetter] { table.deadLetters(ids) }
  public func commit(_ write: CacheWrite) -> Int64 { table.commit(write) }
  public func close() {}
}

extension CacheContents {
  /// What a cache that begins anew keeps of an old one: what its user did, of which epoch acknowledgements are, and the keys
  /// that the server has given.
  var salvaged: CacheContents {
    var kept = CacheContents()
    kept.epoch = epoch
    kept.aliases = aliases
    kept.formerSchema = formerSchema
    kept.outbox = outbox
    kept.deadLetters = deadLetters
    kept.lastMutation = lastMutation
    kept.lastSent = lastSent
    kept.unmade = unmade
    return kept
  }
}
