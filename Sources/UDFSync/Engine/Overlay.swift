import UDF

/// Makes rows as they are shown of rows as the server has them, by doing to each what waits for it in the outbox.
///
/// It remembers what many patches have made of a row, so that one more costs the same however many there are.
struct Overlay: Sendable {
  /// What the mutations of a key have made of its row.
  private struct Outcome: Sendable {
    /// The server's row that they were done to.
    let base: [UInt8]?
    let body: [UInt8]?
    /// How many mutations of the key that were, and of which version of its chain.
    let count: Int
    let version: Int

    var bytes: Int { (base?.count ?? 0) + (body?.count ?? 0) }
  }

  /// What to do to a row.
  struct Plan: Sendable {
    fileprivate let row: StoredRow
    /// The row's body so far.
    fileprivate(set) var body: [UInt8]?
    fileprivate let changes: Outbox.Changes?

    /// The mutations to be done, whose bodies are needed.
    var mutations: [PendingMutation] { changes?.mutations ?? [] }
    /// What these have in memory, about.
    var bytes: Int { mutations.reduce(0) { $0 + $1.bytes } }
  }

  private let merge: RowMerge
  private var outcomes: [EntityKey: Outcome] = [:]
  private var bytes = 0

  /// From how many patches on an outcome is remembered.
  private static let worth = 8
  /// Bytes that all outcomes may have together.
  private static let room = 4 << 20

  init(merge: @escaping RowMerge) { self.merge = merge }

  /// Forgets all outcomes, because there is another outbox.
  mutating func forget() {
    outcomes = [:]
    bytes = 0
  }

  /// What has to be done to show a row.
  func plan(for row: StoredRow, _ outbox: Outbox) -> Plan {
    let outcome = outcomes[row.key].flatMap { $0.base == row.body ? $0 : nil }
    let changes = outbox.changes(of: row.key, known: outcome.map { ($0.count, $0.version) }) {
      row.shows($0.rowChecksum)
    }
    return Plan(row: row, body: changes?.skipped ?? 0 > 0 ? outcome?.body : row.body, changes: changes)
  }

  /// Does one mutation of a plan, the next in its order.
  func apply(_ mutation: Mutation, to plan: inout Plan) {
    plan.body = mutation.applied(to: plan.body, merge)
  }

  /// The row to show after all mutations of a plan; nil if there is none.
  mutating func row(of plan: Plan) -> SyncRow? {
    if let changes = plan.changes, changes.skipped + changes.mutations.count >= Self.worth {
      let outcome = Outcome(
        base: plan.row.body, body: plan.body, count: changes.count, version: changes.version)
      remember(outcome, of: plan.row.key)
    }
    return plan.body.map { SyncRow(plan.row.key, version: plan.row.version, body: $0) }
  }

  private mutating func remember(_ outcome: Outcome, of key: EntityKey) {
    bytes += outcome.bytes - (outcomes.updateValue(outcome, forKey: key)?.bytes ?? 0)
    if bytes > Self.room { forget() }
  }
}
