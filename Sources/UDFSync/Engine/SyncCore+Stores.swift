extension SyncCore {
  /// ``FileSeed`` for a collection with a seed, ``NoSeed`` for one without.
  public func dependency(_ collection: SyncCollection) -> any SeedStore {
    guard let path = collection.seed else { return NoSeed() }
    return FileSeed(path, key: collection.key)
  }

  /// The one that ``SyncCollection/cache`` names.
  public func dependency(_ collection: SyncCollection) -> any CacheStore {
    switch collection.cache {
    case .sqlite: SQLiteCache()
    case .memory: MemoryCache()
    }
  }

  /// ``RowMigration/discard``.
  public func dependency(_ collection: SyncCollection) -> RowMigration { .discard }

  /// The one that ``SyncCollection/conflict`` names.
  public func dependency(_ collection: SyncCollection) -> ConflictPolicy {
    switch collection.conflict {
    case .mine: .replay
    case .server: .serverWins
    }
  }
}
