import UDF

/// Upgrades a cache before the engine uses it: it migrates rows of an earlier schema, and applies the parameters and
/// collections that the app declares now.
///
/// Migrated rows are staged. The last commit makes them the cache's rows and writes the migrated mutations with them,
/// so a process that ends earlier starts again with the former rows. The commit discards the token: the server decides
/// which rows it sends for the new schema.
struct RowUpgrade: Sendable {
  /// The number of rows that are read and written at once.
  private static let batch = 200
  /// The maximum size of the rows that are migrated at once, in bytes; a larger row is migrated alone.
  private static let batchBytes = 1 << 18

  let database: SyncDatabase
  /// By ``SyncCollection/collection``.
  let migrations: [String: RowMigration]
  /// Seconds since 1970, for dead letters.
  let now: Double

  /// Whether a cache has to be upgraded.
  static func isNeeded(_ contents: CacheContents, by database: SyncDatabase) -> Bool {
    !contents.formerSchemas.isEmpty || contents.filter.declared != database.filter
  }

  /// Returns the contents after the upgrade.
  func run(_ cache: any CacheStore, _ contents: CacheContents) async throws(CacheFailure) -> CacheContents {
    var contents = contents
    if !contents.formerSchemas.isEmpty { try await upgrade(cache, &contents) }
    if contents.filter.declared != database.filter { try await declare(cache, &contents) }
    return contents
  }

  /// Replaces the cache's parameters by the declared ones. If the set of collections differs, the next pull fetches all
  /// rows, because a token is valid only for its collections.
  private func declare(_ cache: any CacheStore, _ contents: inout CacheContents) async throws(CacheFailure) {
    let (declared, former) = (database.filter, contents.filter)
    let shown = declared.filters.map { name, filter in
      (name, former.declared[name] == filter ? former.shown[name] ?? filter : filter)
    }
    var write = CacheWrite()
    write.show(RowSelection(Dictionary(shown) { $1 }), over: contents)
    write.filter = write.filter ?? former
    write.filter?.declared = declared
    if declared.names != former.shown.names {
      write.filter?.held = nil
      write.forgetsToken = contents.token != nil
    }
    write.waiting = Set(contents.outbox.keys)
    try await commit(write, to: cache, &contents)
  }

  private func upgrade(_ cache: any CacheStore, _ contents: inout CacheContents) async throws(CacheFailure) {
    let former = contents.formerSchemas
    var write = CacheWrite()
    write.upgradesRows = true
    write.waiting = Set(contents.outbox.keys)
    // A migrated row may match the parameters although the former row did not, and the reverse.
    if !contents.filter.shown.isAll {
      write.filter = contents.filter
      write.filter?.held = nil
    }
    write.touched = contents.outbox.flatMap(\.parts.keys)
    // The rows that the mutations were based on were removed or converted, so conflicts can no longer be detected.
    write.lastSent = contents.lastMutation
    var lost = ""
    if database.names.allSatisfy({ former[$0] != nil && discards($0) }) {
      write.rows = .clear
    } else {
      lost = try await stageRows(cache, &contents, from: former)
      write.rows = .swap
      try await migrateOutbox(cache, contents, from: former, into: &write)
    }
    let waiting = contents.outbox.count
    try await commit(write, to: cache, &contents)
    let notices = former.sorted { $0.key < $1.key }.map { name, schema in
      let notice =
        discards(name)
        ? "the next pull fetches all. Changes that were kept: \(waiting) pending"
        : "they were migrated, and the next pull fetches all\(lost)"
      return "\(database.title(of: name)): its rows were of schema \(schema), and this app has "
        + "\(database[name]?.schema ?? schema); \(notice)"
    }
    contents.rowNotice = notices.joined(separator: "\n")
  }

  private func discards(_ collection: String) -> Bool { migrations[collection]?.discards ?? true }

  /// Stages the migrated rows. Returns the number of rows that failed to migrate, as the end of a sentence.
  private func stageRows(
    _ cache: any CacheStore, _ contents: inout CacheContents, from former: [String: Int]
  ) async throws(CacheFailure) -> String {
    var (position, failures, first) = (RowPosition.start, 0, "")
    var write = CacheWrite()
    write.rows = .stage
    write.restages = true
    write.waiting = Set(contents.outbox.keys)
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

  /// Returns the outcomes for rows of several collections. Rows of collections without a former schema are not changed.
  private func outcomes(
    _ rows: [(key: RowKey, body: [UInt8])], from former: [String: Int]
  ) async throws(CacheFailure) -> [RowMigration.Outcome] {
    var outcomes = rows.map { RowMigration.Outcome.success($0.body) }
    for (name, schema) in former.sorted(by: { $0.key < $1.key }) {
      let places = rows.indices.filter { rows[$0].key.collection == name }
      let found = try await self.outcomes(places.map { rows[$0] }, of: name, from: schema)
      for (place, outcome) in zip(places, found) { outcomes[place] = outcome }
    }
    return outcomes
  }

  /// Returns the outcomes for rows of one collection. Rows are migrated in pieces of ``batchBytes``.
  private func outcomes(
    _ rows: [(key: RowKey, body: [UInt8])], of collection: String, from former: Int
  ) async throws(CacheFailure) -> [RowMigration.Outcome] {
    guard let migration = migrations[collection] else { return rows.map { _ in .success(nil) } }
    let title = database.title(of: collection)
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
        found += try await migration.outcomes(Array(piece), from: former, field: database.keyField(of: collection))
      } catch {
        throw CacheFailure(
          .failed, "\(title): rows of schema \(former) were not migrated, and nothing has changed: \(error)")
      }
      // The failure of a row may come from a call that was cancelled because the engine stopped.
      if Task.isCancelled { throw CacheFailure(.failed, "\(title): stopped while rows were migrated") }
    }
    return found
  }

  /// Migrates the `put`s of the outbox. A patch does not contain a whole row, so it is sent unchanged.
  private func migrateOutbox(
    _ cache: any CacheStore, _ contents: CacheContents, from former: [String: Int], into write: inout CacheWrite
  ) async throws(CacheFailure) {
    // Mutations of collections whose rows are discarded are sent unchanged.
    let former = former.filter { !discards($0.key) }
    func isMigrated(_ part: Mutation.Part) -> Bool { part.operation == .put && former[part.key.collection] != nil }
    let ids = contents.outbox.filter { $0.parts.contains(where: isMigrated) }.map(\.id)
    for start in stride(from: 0, to: ids.count, by: Self.batch) {
      let mutations = try await cache.mutations(Array(ids[start..<min(start + Self.batch, ids.count)]))
      let rows = mutations.flatMap(\.parts).filter(isMigrated).map { (key: $0.key, body: $0.body ?? []) }
      var outcomes = try await outcomes(rows, from: former)[...]
      for mutation in mutations {
        let own = outcomes.prefix(mutation.parts.count(where: isMigrated))
        outcomes = outcomes.dropFirst(own.count)
        do throws(SyncFailure) {
          write.mutations.append(try migrated(mutation, own, from: former))
        } catch {
          // The server has made the mutation, and sends its rows with the next pull.
          if mutation.isAcknowledged {
            write.completed.append(mutation.id)
          } else {
            write.refused.append(Refusal(mutation.id, code: "migrate", message: error.message, since: now))
          }
        }
      }
    }
  }

  /// Returns a mutation with migrated rows. Throws the reason if one of its rows has no migrated row.
  private func migrated(
    _ mutation: Mutation, _ outcomes: ArraySlice<RowMigration.Outcome>, from former: [String: Int]
  ) throws(SyncFailure) -> Mutation {
    var rest = outcomes
    var parts = mutation.parts
    for (index, part) in parts.enumerated() where part.operation == .put {
      guard let schema = former[part.key.collection] else { continue }
      guard let body = try rest.popFirst()?.get() else {
        throw SyncFailure("the migration from schema \(schema) left the row out")
      }
      parts[index] = Mutation.Part(.put, part.key, body: body)
    }
    var migrated = mutation.changed(to: parts)
    migrated.isAcknowledged = mutation.isAcknowledged
    return migrated
  }

  private func commit(
    _ write: CacheWrite, to cache: any CacheStore, _ contents: inout CacheContents
  ) async throws(CacheFailure) {
    contents.apply(write, revision: try await cache.commit(write))
  }
}
