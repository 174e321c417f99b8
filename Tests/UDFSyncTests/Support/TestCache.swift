import UDF

@testable import UDFSync

/// A cache, in memory by default, that fails as planned, and keeps a list of its writes.
actor TestCache: CacheStore {
  private let store: any CacheStore
  private var openings: [CacheFailure] = []
  private var commits: [CacheFailure?] = []
  private var reads: [CacheFailure] = []
  private(set) var writes: [CacheWrite] = []
  private(set) var quarantines = 0
  /// The number of mutations that were read, and the largest number in one read.
  private(set) var mutationsRead = 0
  private(set) var mostRead = 0

  init(_ store: any CacheStore = MemoryCache()) { self.store = store }

  func failOpening(_ failures: CacheFailure...) { openings += failures }
  /// nil: that one goes well.
  func failCommits(_ failures: CacheFailure?...) { commits += failures }
  func failReading(_ failures: CacheFailure...) { reads += failures }

  func open(_ database: SyncDatabase) async throws(CacheFailure) -> CacheContents {
    if !openings.isEmpty { throw openings.removeFirst() }
    return try await store.open(database)
  }

  func quarantine() async throws(CacheFailure) -> CacheContents {
    quarantines += 1
    var contents = try await store.quarantine()
    contents.notice =
      contents.notice ?? "articles.sqlite: it was damaged and has been put aside; its rows are fetched again"
    return contents
  }

  func rows(
    after position: RowPosition, limit: Int, in collection: String?
  ) async throws(CacheFailure) -> [StoredRow] {
    if !reads.isEmpty { throw reads.removeFirst() }
    return try await store.rows(after: position, limit: limit, in: collection)
  }

  func rows(of keys: [RowKey]) async throws(CacheFailure) -> [StoredRow] { try await store.rows(of: keys) }

  func rows(mentioning keys: [RowKey]) async throws(CacheFailure) -> [StoredRow] {
    try await store.rows(mentioning: keys)
  }

  func firstRows(_ count: Int, in collection: String) async throws(CacheFailure) -> [StoredRow] {
    if !reads.isEmpty { throw reads.removeFirst() }
    return try await store.firstRows(count, in: collection)
  }

  func mutations(_ ids: [Int64]) async throws(CacheFailure) -> [Mutation] {
    mutationsRead += ids.count
    mostRead = max(mostRead, ids.count)
    return try await store.mutations(ids)
  }

  func deadLetters(_ ids: [Int64]) async throws(CacheFailure) -> [DeadLetter] { try await store.deadLetters(ids) }

  func commit(_ write: CacheWrite) async throws(CacheFailure) -> Int64 {
    if !commits.isEmpty, let failure = commits.removeFirst() { throw failure }
    writes.append(write)
    return try await store.commit(write)
  }

  func close() async { await store.close() }
}
