// What was refused for good, and what the app can do about it. Each is named by the id of its mutation.
//
// All of it is durable when a method returns, and has not happened if it throws.
extension SyncEngine {
  /// All dead letters, the oldest first, with the rows or patches that were refused.
  ///
  /// They are read from the cache, so ask again only when ``SyncStatus/deadRevision`` differs. Throws if the cache cannot be
  /// opened or read.
  ///
  ///     for letter in try await engine.deadLetters() {
  ///       print(letter.mutation.id, letter.mutation.key, letter.code, letter.message, letter.since ?? 0)
  ///     }
  public func deadLetters() async throws(SyncFailure) -> [DeadLetter] {
    try await deadLetters(except: [], limit: .max).letters
  }

  /// The ids of all dead letters in ascending order, and the oldest `limit` of those that are not `known`.
  ///
  /// A caller that keeps dead letters reads with this only those that it does not have. Throws if the cache cannot be opened or
  /// read.
  public func deadLetters(
    except known: Set<Int64>, limit: Int
  ) async throws(SyncFailure) -> (ids: [Int64], letters: [DeadLetter]) {
    try await read { engine async throws(CacheFailure) in
      let ids = engine.deadLetterIDs
      let unknown = ids.lazy.filter { !known.contains($0) }.prefix(max(0, limit))
      return (ids, try await engine.cache.deadLetters(Array(unknown)))
    }
  }

  /// Sends a dead letter's change again, as a new mutation at the end of the outbox; gives the new mutation's id.
  ///
  /// The new mutation takes the dead letter's place in one commit: no change is lost or made twice. Throws if no dead letter
  /// has this id, or the cache cannot be written.
  @discardableResult
  public func retry(_ id: Int64) async throws(SyncFailure) -> Int64 { try await change(.revive([id], body: nil)) }

  /// ``retry(_:)`` of several in one commit, in this order: all or none.
  public func retry(_ ids: [Int64]) async throws(SyncFailure) {
    var seen: Set<Int64> = []
    let ids = ids.filter { seen.insert($0).inserted }
    if !ids.isEmpty { _ = try await change(.revive(ids, body: nil)) }
  }

  /// ``retry(_:)`` of all dead letters that exist.
  public func retryAll() async throws(SyncFailure) {
    try await retry(await read { engine async throws(CacheFailure) in engine.deadLetterIDs })
  }

  /// ``retry(_:)`` with another row or patch, one JSON object in UTF-8. Throws also if the dead letter is a deletion, which has
  /// none.
  @discardableResult
  public func amend(_ id: Int64, body: [UInt8]) async throws(SyncFailure) -> Int64 {
    try await change(.revive([id], body: body))
  }

  /// Deletes dead letters; ids of others are passed over. Throws if the cache cannot be written.
  public func bury(_ ids: [Int64]) async throws(SyncFailure) { _ = try await change(.bury(ids)) }

  /// Deletes all dead letters that exist.
  public func buryAll() async throws(SyncFailure) {
    try await bury(await read { engine async throws(CacheFailure) in engine.deadLetterIDs })
  }

  private var deadLetterIDs: [Int64] { machine.contents?.deadLetters.keys.sorted() ?? [] }
}
