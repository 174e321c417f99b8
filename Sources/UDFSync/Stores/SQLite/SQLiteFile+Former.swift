import GRDB
import UDF

// Moves the contents of a collection's own file into the file of its address.
extension SQLiteFile {
  /// The number of rows that are in memory at once.
  private static let batch = 500

  /// Moves rows, outbox and dead letters of a former cache into this file, in one transaction. Open this file again
  /// afterwards.
  ///
  /// If a process ends before it renames the former file, the next one repeats this. Then mutations and dead letters
  /// whose client name and number are already in this file are left out, and so are the rows of a collection that this
  /// file has. Mutations keep client name and number, and get ids of this file. All of them are sent to the server,
  /// including acknowledged ones: the server makes each only once.
  func takeOver(_ former: FormerCache, of collection: SyncCollection) throws(CacheFailure) {
    var next = contents
    next.revision += 1
    // The moved mutations get ids after the last sent one, so unsent mutations of this file are recorded as not made.
    next.unmade.formUnion(contents.outbox.map(\.id).filter { $0 > contents.lastSent })
    let name = collection.collection
    let isNew = !contents.filter.shown.names.contains(name)
    do {
      try queue.write { db in
        if isNew { try takeOverRows(former, of: name, &next, db) }
        let touch = try statement(
          db,
          "INSERT INTO row (\(Self.fields)) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (key) DO UPDATE SET revision = excluded.revision"
        )
        for pending in unknown(former.contents.outbox.map(\.self)) {
          guard let mutation = try former.mutation(pending.id)?.moved(to: name, as: next.lastMutation + 1) else {
            continue
          }
          next.lastMutation = mutation.id
          try SQLiteRecord(mutation).write(db)
          for key in mutation.parts.keys { try touch.write(key, version: 0, body: nil, revision: next.revision) }
          let wasSent = pending.id <= former.contents.lastSent && !former.contents.unmade.contains(pending.id)
          if !wasSent { next.unmade.insert(mutation.id) }
        }
        for pending in unknown(former.contents.deadLetters.values.sorted { $0.id < $1.id }) {
          guard let letter = try former.deadLetter(pending.id) else { continue }
          next.lastMutation += 1
          let mutation = letter.mutation.moved(to: name, as: next.lastMutation)
          try SQLiteRecord(
            DeadLetter(mutation, code: letter.code, message: letter.message, since: letter.since)
          ).write(db)
        }
        next.lastSent = next.lastMutation
        try SQLiteRecord(.head, json: CacheHead(next, of: database).json).write(db)
      }
    } catch {
      throw CacheFailure(error, in: path)
    }
  }

  /// Returns the mutations that this file does not have.
  private func unknown(_ mutations: [PendingMutation]) -> [PendingMutation] {
    func identity(_ mutation: PendingMutation) -> String { "\(mutation.number) \(mutation.client)" }
    let known = Set((contents.outbox.map(\.self) + contents.deadLetters.values).map(identity))
    return mutations.filter { !known.contains(identity($0)) }
  }

  /// Moves the rows and parameters of a collection. The next pull fetches all rows, because the token belongs to
  /// another address.
  private func takeOverRows(
    _ former: FormerCache, of name: String, _ next: inout CacheContents, _ db: Database
  ) throws {
    let put = try statement(db, "INSERT OR REPLACE INTO row (\(Self.fields)) VALUES (?1, ?2, ?3, ?4, ?5)")
    var position = RowPosition.start
    while case let rows = try former.rows(after: position, limit: Self.batch), let last = rows.last {
      position = RowPosition(revision: last.revision, key: last.key)
      for row in rows where row.body != nil {
        // Versions of another address may not be comparable.
        try put.write(RowKey(row.key.key, in: name), version: 0, body: row.body, revision: next.revision)
      }
    }
    func added(_ selection: RowSelection, to present: RowSelection) -> RowSelection {
      RowSelection(present.filters.filter { !$0.key.isEmpty }).with(selection[""] ?? .all, of: name)
    }
    next.filter.shown = added(former.contents.filter.shown, to: next.filter.shown)
    next.filter.declared = added(former.contents.filter.declared, to: next.filter.declared)
    (next.filter.held, next.filter.isInToken) = (nil, false)
    (next.token, next.etag, next.syncedAt) = (nil, nil, nil)
    next.formerSchemas[name] = former.contents.formerSchemas[""]
    if former.contents.isSeeded { next.seeded.insert(name) }
    next.aliases.keep(former.contents.aliases.all.map { KeyAlias(RowKey($0.old.key, in: name), new: $0.new) })
  }
}

extension Mutation {
  /// Returns the mutation with rows of a named collection, another id and no acknowledgement.
  fileprivate func moved(to collection: String, as id: Int64) -> Mutation {
    let parts = parts.mapped { Part($0.operation, RowKey($0.key.key, in: collection), body: $0.body) }
    return Mutation(id: id, client: client, number: number, parts)
  }
}
