import GRDB

/// All of the table `record`.
struct SQLiteRecords {
  /// Whether ``mutations`` and ``deadLetters`` are kept, which may be larger than what an engine should have in memory.
  private let keepsBodies: Bool
  /// As JSON; nil if it is not there.
  private(set) var head: String?
  private(set) var outbox = Outbox()
  private(set) var letters: [Int64: PendingMutation] = [:]
  private(set) var mutations: [Mutation] = []
  private(set) var deadLetters: [DeadLetter] = []
  /// Whether something is not what was written.
  private(set) var isDamaged = false

  init(keepsBodies: Bool) { self.keepsBodies = keepsBodies }

  /// Reads until the end or an error.
  mutating func read(_ db: Database) throws {
    try SQLiteRecord.each(db) { record in
      let mutation = record.flatMap { $0.kind == .head ? nil : MutationRecord(Array($0.json.utf8)) }
      switch (record?.kind, mutation) {
      case (.head, _): head = record?.json
      case (.outbox, let mutation?): add(mutation.mutation)
      case (.dead, let mutation?): add(mutation.deadLetter)
      default: isDamaged = true
      }
    }
  }

  private mutating func add(_ mutation: Mutation) {
    if keepsBodies { mutations.append(mutation) } else { outbox.put(PendingMutation(mutation)) }
  }

  private mutating func add(_ letter: DeadLetter) {
    guard !keepsBodies else { return deadLetters.append(letter) }
    letters[letter.mutation.id] = PendingMutation(letter.mutation)
  }
}
