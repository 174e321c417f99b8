extension SyncCore {
  /// ``FileSeed`` for a collection with a seed, ``NoSeed`` for one without.
  public func dependency(_ collection: SyncCollection) -> any SeedStore {
    guard let path = collection.seed else { return NoSeed() }
    return FileSeed(path, key: collection.key)
  }

  /// A cache that survives the process: ``SQLiteCache``, or ``JSONCache`` where the trait `SQLite` is switched off.
  public func dependency(_ collection: SyncCollection) -> any CacheStore {
    #if SQLite
      SQLiteCache()
    #else
      JSONCache()
    #endif
  }
}
