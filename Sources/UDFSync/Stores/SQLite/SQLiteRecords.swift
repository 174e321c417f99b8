import GRDB

/// All records of the table `record`.
struct SQLiteRecords {
  /// Whether reading fills ``pending`` with bodies, which may need too much memory for an engine, or ``waiting(of:)``
  /// without bodies.
  private let keepsBodies: Bool
  /// The head as JSON; nil if there is none.
  private(set) var head: String?
  /// The records with bodies.
  private(set) var pending = PendingRecords()
  /// The mutations without bodies; in format 1 without client names.
  private var outbox = Outbox()
  private var letters: [Int64: PendingMutation] = [:]
  /// Whether each mutation has a client name of its own, as since format 2.
  private(set) var haveClients = true
  private(set) var isDamaged = false

  init(keepsBodies: Bool) { self.keepsBodies = keepsBodies }

  /// Reads all records until the end or an error.
  mutating func read(_ db: Database) throws {
    try SQLiteRecord.each(db) { record in
      let mutation = record.flatMap { $0.kind == .head ? nil : MutationRecord(Array($0.json.utf8)) }
      switch (record?.kind, mutation) {
      case (.head, _): head = record?.json
      case (.outbox, let mutation?): add(mutation)
      case (.dead, let letter?): add(letter: letter)
      default: isDamaged = true
      }
    }
  }

  /// Returns the outbox and the dead letters without bodies. In format 1 the head has the client name of all mutations.
  func waiting(of head: CacheHead) -> (outbox: Outbox, letters: [Int64: PendingMutation]) {
    guard !haveClients, let former = head.client else { return (outbox, letters) }
    return (Outbox(outbox.map { $0.named(former) }), letters.mapValues { $0.named(former) })
  }

  private mutating func add(_ record: MutationRecord) {
    if record.client == nil { haveClients = false }
    if keepsBodies { pending.outbox.append(record) } else { outbox.put(PendingMutation(record.mutation(""))) }
  }

  private mutating func add(letter record: MutationRecord) {
    if record.client == nil { haveClients = false }
    if keepsBodies {
      pending.deadLetters.append(record)
    } else {
      let mutation = PendingMutation(record.mutation(""))
      letters[mutation.id] = mutation
    }
  }
}
