// Dead letters: mutations that were refused for good, and how the app resolves them. The id of its mutation identifies
// a dead letter.
//
// When a method returns, its change is durable. When it throws, nothing has changed.
extension SyncEngine {
  /// Returns all dead letters with the refused rows or patches, oldest first; with `collection`, only those that change
  /// its rows.
  ///
  /// This reads the cache, so call it again only when ``SyncStatus/deadRevision`` has changed. Throws if the cache
  /// cannot be opened or read.
  ///
  ///     for letter in try await engine.deadLetters() {
  ///       print(letter.mutation.id, letter.mutation.key, letter.code, letter.message, letter.since ?? 0)
  ///     }
  public func deadLetters(of collection: String? = nil) async throws(SyncFailure) -> [DeadLetter] {
    try await deadLetters(except: [], limit: .max, of: collection).letters
  }

  /// Returns the ids of all dead letters in ascending order, and the oldest `limit` of those that are not in `known`.
  ///
  /// A caller that keeps dead letters can read only the new ones with this. Throws if the cache cannot be opened or
  /// read.
  public func deadLetters(
    except known: Set<Int64>, limit: Int, of collection: String? = nil
  ) async throws(SyncFailure) -> (ids: [Int64], letters: [DeadLetter]) {
    try await read { engine async throws(CacheFailure) in
      let ids = engine.deadLetterIDs(of: collection)
      let unknown = ids.lazy.filter { !known.contains($0) }.prefix(max(0, limit))
      return (ids, try await engine.cache.deadLetters(Array(unknown)))
    }
  }

  /// Sends a dead letter's change again, as a new mutation at the end of the outbox. Returns the new mutation's id.
  ///
  /// The new mutation replaces the dead letter in one commit, so no change is lost or made twice. Throws if no dead
  /// letter has this id, or if the cache cannot be written.
  @discardableResult
  public func retry(_ id: Int64) async throws(SyncFailure) -> Int64 { try await change(.revive([id], nil)) }

  /// Applies ``retry(_:)-(Int64)`` to several dead letters in one commit, in this order: all or none.
  public func retry(_ ids: [Int64]) async throws(SyncFailure) {
    var seen: Set<Int64> = []
    let ids = ids.filter { seen.insert($0).inserted }
    if !ids.isEmpty { _ = try await change(.revive(ids, nil)) }
  }

  /// Applies ``retry(_:)-(Int64)`` to all dead letters, or to those of one collection.
  public func retryAll(of collection: String? = nil) async throws(SyncFailure) {
    try await retry(await read { engine async throws(CacheFailure) in engine.deadLetterIDs(of: collection) })
  }

  /// Applies ``retry(_:)-(Int64)`` with another row or patch, one JSON object in UTF-8. Also throws if the dead letter
  /// has several parts, or is a deletion, which has no body.
  @discardableResult
  public func amend(_ id: Int64, body: [UInt8]) async throws(SyncFailure) -> Int64 {
    try await change(.revive([id], .body(body)))
  }

  /// Applies ``retry(_:)-(Int64)`` with other parts instead of all former parts.
  @discardableResult
  public func amend(_ id: Int64, _ parts: OneOrMore<Mutation.Part>) async throws(SyncFailure) -> Int64 {
    try await change(.revive([id], .parts(parts)))
  }

  /// Deletes dead letters. Ids without a dead letter are ignored. Throws if the cache cannot be written.
  public func bury(_ ids: [Int64]) async throws(SyncFailure) { _ = try await change(.bury(ids)) }

  /// Deletes all dead letters, or those of one collection.
  public func buryAll(of collection: String? = nil) async throws(SyncFailure) {
    try await bury(await read { engine async throws(CacheFailure) in engine.deadLetterIDs(of: collection) })
  }

  private func deadLetterIDs(of collection: String?) -> [Int64] {
    guard let letters = machine.contents?.deadLetters else { return [] }
    guard let collection, database.isNamed else { return letters.keys.sorted() }
    return letters.values.filter { $0.parts.collections.contains(collection) }.map(\.id).sorted()
  }
}
