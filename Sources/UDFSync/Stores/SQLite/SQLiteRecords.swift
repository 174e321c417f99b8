import GRDB

/// All of the table `record`.
struct SQLiteRecords {
  /// As JSON; nil if it is not there.
  private(set) var head: String?
  private(set) var pending = PendingRecords()
  /// Whether something is not what was written.
  private(set) var isDamaged = false

  /// Reads until the end or an error.
  mutating func read(_ db: Database) throws {
    try SQLiteRecord.each(db) { record in
      let mutation = record.flatMap { $0.kind == .head ? nil : MutationRecord(Array($0.json.utf8)) }
      switch (record?.kind, mutation) {
      case (.head, _): head = record?.json
      case (.outbox, let mutation?): pending.outbox.append(mutation)
      case (.dead, let mutation?): pending.deadLetters.append(mutation)
      default: isDamaged = true
      }
    }
  }
}
