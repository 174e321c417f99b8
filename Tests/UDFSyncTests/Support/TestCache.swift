import UDF

@testable import UDFSync

/// A cache in memory that fails as planned, and remembers what was written.
actor TestCache: CacheStore {
  let memory = MemoryCache()
  private var openings: [CacheFailure] = []
  private var commits: [CacheFailure?] = []
  private var reads: [CacheFailure] = []
  private(set) var writes: [CacheWrite] = []
  private(set) var quarantines = 0

  func failOpening(_ failures: CacheFailure...) { openings += failures }
  /// nil: that one goes well.
  func failCommits(_ failures: CacheFailure?...) { commits += failures }
  func failReading(_ failures: CacheFailure...) { reads += failures }

  func open(_ collection: SyncCollection) async throws(CacheFailure) -> CacheContents {
    if !openings.isEmpty { throw openings.removeFirst() }
    return await memory.open(collection)
  }

  func quarantine() async -> CacheContents {
    quarantines += 1
    var contents = await memory.quarantine()
    contents.notice = "articles.sqlite: it was damaged and has been put aside; its rows are fetched again"
    return contents
  }

  func rows(after position: RowPosition, limit: Int) async throws(CacheFailure) -> [StoredRow] {
    if !reads.isEmpty { throw reads.removeFirst() }
    return await memory.rows(after: position, limit: limit)
  }

  func rows(of keys: [EntityKey]) async throws(CacheFailure) -> [StoredRow] { await memory.rows(of: keys) }

  func firstRows(_ count: Int) async throws(CacheFailure) -> [StoredRow] {
    if !reads.isEmpty { throw reads.removeFirst() }
    return await memory.firstRows(count)
  }

  func commit(_ write: CacheWrite) async throws(CacheFailure) -> Int64 {
    if !commits.isEmpty, let failure = commits.removeFirst() { throw failure }
    writes.append(write)
    return await memory.commit(write)
  }

  func close() {}
}
