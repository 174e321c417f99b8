extension SyncCore {
  /// A cache that survives the process: SQLite, or JSON where the trait `SQLite` is switched off.
  public func dependency(_ collection: SyncCollection) -> any CacheStore {
    #if SQLite
      SQLiteCache()
    #else
      JSONCache()
    #endif
  }
}
