import UDF

/// Brings a cache whose rows have an earlier schema to the collection's schema, before the engine uses it.
///
/// Migrated rows lie aside until the last commit makes them the rows, together with the migrated mutations, so a process that ends
/// before it begins again with the former rows. The token goes: the server decides which rows it sends for the new schema.
struct RowUpgrade: Sendable {
  /// How many rows are read and written at once.
  private static let batch = 200
  /// How many bytes of rows are migrated at once, unless one row has more.
  private static let batchBytes = 1 << 18

  let collection: SyncCollection
  let migration: RowMigration
  /// Seconds since 1970, for dead letters.
  let now: Double

  /// Returns the contents after the upgrade.
  func run(_ cache: any CacheStore, _ contents: CacheContents) async throws(CacheFailure) -> CacheContents {
    guard let former = contents.formerSchema else { return contents }
    var contents = contents
    var write = CacheWrite()
    write.upgradesRows = true
    write.touched = contents.outbox.map(\.key)
    // The rows that the mutations were made on are gone or have another shape, so no conflict can be seen.
    write.lastSent = contents.lastMutation
    let notice: String
    if migration.discards {
      write.rows = .clear
      notice = "all are fetched anew. Kept were changes that wait: \(contents.outbox.count)"
    } else {
      let lost = try await stageRows(cache, &contents, from: former)
      write.rows = .swap
      try await migrateOutbox(cache, contents, from: former, into: &write)
      notice = "they were migrated, and the next pull fetches all\(lost)"
    }
    try await commit(write, to: cache, &contents)
    let text = "\(collection.name): its rows were of schema \(former), and this app has \(collection.schema); \(notice)"
    contents.notice = [contents.notice, text].compactMap { $0 }.joined(separator: "\n")
    return contents
  }

  /// Lays the migrated rows aside. Returns how many could not be migrated, as the end of a sentence.
  private func stageRows(
    _ cache: any CacheStore, _ contents: inout CacheContents, from former: Int
  ) async throws(CacheFailure) -> String {
    var (position, failures, first) = (RowPosition.start, 0, "")
    var write = CacheWrite()
    write.rows = .stage
    write.restages = true
    while true {
      let stored = try await cache.rows(after: position, limit: Self.batch)
      guard let last = stored.last else { break }
      position = RowPosition(revision: last.revision, key: last.key)
      let rows = stored.compactMap { row in row.body.map { (key: row.key, version: row.version, body: $0) } }
      let outcomes = try await outcomes(rows.map { ($0.key, $0.body) }, from: former)
      for (row, outcome) in zip(rows, outcomes) {
        switch outcome {
        case .success(let body?): write.changes.append(.put(SyncRow(row.key, version: row.version, body: body)))
        case .success(nil): break
        case .failure(let failure):
          if failures == 0 { first = "\"\(row.key)\": \(failure.message)" }
          failures += 1
        }
      }
      try await commit(write, to: cache, &contents)
      (write.changes, write.restages) = ([], false)
    }
    return failures == 0 ? "" : ". Rows that could not be migrated: \(failures), the first was \(first)"
  }

  /// The outcomes of rows, which are migrated in pieces of ``batchBytes``.
  private func outcomes(
    _ rows: [(key: EntityKey, body: [UInt8])], from former: Int
  ) async throws(CacheFailure) -> [RowMigration.Outcome] {
    var (rest, found) = (rows[...], [RowMigration.Outcome]())
    while let first = rest.first {
      var bytes = first.body.count
      let piece =
        rest.prefix(1)
        + rest.dropFirst().prefix { row in
          bytes += row.body.count
          return bytes <= Self.batchBytes
        }
      rest = rest.dropFirst(piece.count)
      do {
        found += try await migration.outcomes(Array(piece), from: former, field: collection.key)
      } catch {
        throw CacheFailure(
          .failed, "\(collection.name): rows of schema \(former) were not migrated, and nothing has changed: \(error)")
      }
      // What was migrated after the engine was stopped may be the failure of a call that was cancelled.
      if Task.isCancelled { throw CacheFailure(.failed, "\(collection.name): stopped while rows were migrated") }
    }
    return found
  }

  /// Pending rows are migrated as well; a patch has no whole row, and is sent as it is.
  private func migrateOutbox(
    _ cache: any CacheStore, _ contents: CacheContents, from former: Int, into write: inout CacheWrite
  ) async throws(CacheFailure) {
    let ids = contents.outbox.filter { $0.operation == .put }.map(\.id)
    for start in stride(from: 0, to: ids.count, by: Self.batch) {
      let mutations = try await cache.mutations(Array(ids[start..<min(start + Self.batch, ids.count)]))
      let rows = mutations.map { (key: $0.key, body: $0.body ?? []) }
      let outcomes = try await outcomes(rows, from: former)
      for (mutation, outcome) in zip(mutations, outcomes) {
        let reason: String
        switch outcome {
        case .success(let body?):
          var migrated = mutation.changed(to: .put, body: body)
          migrated.isAcknowledged = mutation.isAcknowledged
          write.mutations.append(migrated)
          continue
        // The server has it already, and sends the row with the next pull.
        case .success(nil) where mutation.isAcknowledged, .failure where mutation.isAcknowledged:
          write.settled.append(mutation.id)
          continue
        case .success(nil): reason = "the migration from schema \(former) left the row out"
        case .failure(let failure): reason = failure.message
        }
        write.refused.append(Refusal(mutation.id, code: "migrate", message: reason, since: now))
      }
    }
  }

  private func commit(
    _ write: CacheWrite, to cache: any CacheStore, _ contents: inout CacheContents
  ) async throws(CacheFailure) {
    contents.apply(write, revision: try await cache.commit(write))
  }
}
