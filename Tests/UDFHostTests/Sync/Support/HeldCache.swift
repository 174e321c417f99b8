import HostTesting
import UDF
import UDFSync

/// A cache in memory whose next commit can be held, and then fails.
actor HeldCache: CacheStore {
  private let store = MemoryCache()
  private var holds = false
  private var held: CheckedContinuation<CacheFailure, Never>?

  func hold() { holds = true }

  /// Whether a commit has come that waits.
  var isHolding: Bool { held != nil }

  func fail(_ failure: CacheFailure) {
    held?.resume(returning: failure)
    held = nil
  }

  func commit(_ write: CacheWrite) async throws(CacheFailure) -> Int64 {
    guard holds else { return await store.commit(write) }
    holds = false
    let failure = await withCheckedContinuation { (continuation: CheckedContinuation<CacheFailure, Never>) in
      held = continuation
    }
    throw failure
  }

  func open(_ database: SyncDatabase) async -> CacheContents { await store.open(database) }
  func quarantine() async -> CacheContents { await store.quarantine() }
  func rows(after position: RowPosition, limit: Int, in collection: String?) async -> [StoredRow] {
    await store.rows(after: position, limit: limit, in: collection)
  }
  func rows(of keys: [RowKey]) async -> [StoredRow] { await store.rows(of: keys) }
  func rows(mentioning keys: [RowKey]) async -> [StoredRow] { await store.rows(mentioning: keys) }
  func firstRows(_ count: Int, in collection: String) async -> [StoredRow] {
    await store.firstRows(count, in: collection)
  }
  func mutations(_ ids: [Int64]) async -> [Mutation] { await store.mutations(ids) }
  func deadLetters(_ ids: [Int64]) async -> [DeadLetter] { await store.deadLetters(ids) }
  func close() async { await store.close() }
}
