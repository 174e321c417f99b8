extension SyncCore {
  /// Returns ``FileSeed`` for a collection with a seed, ``NoSeed`` for one without.
  public func dependency(_ collection: SyncCollection) -> any SeedStore {
    guard let path = collection.seed else { return NoSeed() }
    return FileSeed(path, key: collection.key)
  }

  /// Returns the cache that ``SyncDatabase/cache`` names.
  public func dependency(_ database: SyncDatabase) -> any CacheStore {
    switch database.cache {
    case .sqlite: SQLiteCache()
    case .memory: MemoryCache()
    }
  }

  /// Returns ``RowMigration/discard``.
  public func dependency(_ collection: SyncCollection) -> RowMigration { .discard }

  /// Returns the policy that ``SyncCollection/conflict`` names.
  public func dependency(_ collection: SyncCollection) -> ConflictPolicy {
    switch collection.conflict {
    case .mine: .replay
    case .server: .serverWins
    }
  }
}
