import UDF

/// A cache in memory, which ends with the process: for tests, and for rows that the next run does not need.
///
///     struct Forgetful: SyncCore {
///       let instances = Instances()
///       func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
///     }
public actor MemoryCache: CacheStore {
  private var table = CacheTable()
  private var sorts: [String: [String]] = [:]

  /// Makes an empty cache.
  public init() {}

  public func open(_ database: SyncDatabase) -> CacheContents {
    sorts = Dictionary(database.collections.map { ($0.collection, $0.sort) }) { $1 }
    return table.open()
  }

  /// Starts a new cache with the mutations and dead letters. Memory is never damaged, so there is nothing to put aside.
  public func quarantine() -> CacheContents {
    table = CacheTable(table.kept)
    return table.open()
  }

  public func rows(after position: RowPosition, limit: Int, in collection: String?) -> [StoredRow] {
    table.rows(after: position, limit: limit, in: collection)
  }

  public func rows(of keys: [RowKey]) -> [StoredRow] { table.rows(of: keys) }
  public func rows(mentioning keys: [RowKey]) -> [StoredRow] { table.rows(mentioning: keys) }
  public func firstRows(_ count: Int, in collection: String) -> [StoredRow] {
    table.firstRows(count, in: collection, by: sorts[collection] ?? [])
  }

  public func mutations(_ ids: [Int64]) -> [Mutation] { table.mutations(ids) }
  public func deadLetters(_ ids: [Int64]) -> [DeadLetter] { table.deadLetters(ids) }
  public func commit(_ write: CacheWrite) -> Int64 { table.commit(write) }
  public func close() {}
}

extension CacheContents {
  /// Returns the contents that a new cache keeps of an old one: mutations and dead letters, the parameters,
  /// the epoch that acknowledgements belong to, and the keys that the server has assigned.
  var salvaged: CacheContents {
    var kept = CacheContents()
    kept.epoch = epoch
    kept.aliases = aliases
    kept.filter = filter
    kept.formerSchemas = formerSchemas
    kept.outbox = outbox
    kept.deadLetters = deadLetters
    kept.lastMutation = lastMutation
    kept.lastSent = lastSent
    kept.unmade = unmade
    return kept
  }
}
