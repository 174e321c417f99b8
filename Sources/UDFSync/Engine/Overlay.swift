import UDF

/// Applies the pending mutations of the outbox to the server's rows, which gives the rows that the app sees.
///
/// It caches the result of a row with many patches, so that the cost of one more patch does not depend on their number.
struct Overlay: Sendable {
  /// The result of the mutations of a key.
  private struct Outcome: Sendable {
    /// The server's row that the mutations were applied to.
    let base: [UInt8]?
    let body: [UInt8]?
    /// The number of mutations that were applied. `version` is the version of their chain in the outbox.
    let count: Int
    let version: Int

    var bytes: Int { (base?.count ?? 0) + (body?.count ?? 0) }
  }

  /// The mutations to apply to a row.
  struct Plan: Sendable {
    let row: StoredRow
    /// The row's body after the mutations applied so far.
    fileprivate(set) var body: [UInt8]?
    fileprivate let changes: Outbox.Changes?

    /// The mutations to apply. The caller reads their bodies.
    var mutations: [PendingMutation] { changes?.mutations ?? [] }
    /// Whether the row has pending mutations, even if the server's row already shows all of them.
    var isWaitedFor: Bool { changes != nil }
  }

  private let merge: RowMerge
  private var outcomes: [RowKey: Outcome] = [:]
  private var bytes = 0

  /// The number of patches from which the outcome is cached.
  private static let worth = 8
  /// The maximum size of all cached outcomes, in bytes.
  private static let room = 4 << 20

  init(merge: @escaping RowMerge) { self.merge = merge }

  /// Discards all outcomes. The engine calls this when the outbox was replaced.
  mutating func forget() {
    outcomes = [:]
    bytes = 0
  }

  /// Returns the mutations to apply to a row.
  func plan(for row: StoredRow, _ outbox: Outbox) -> Plan {
    let outcome = outcomes[row.key].flatMap { $0.base == row.body ? $0 : nil }
    let changes = outbox.changes(of: row.key, known: outcome.map { ($0.count, $0.version) }) {
      row.shows($0.rowChecksum(of: row.key))
    }
    return Plan(row: row, body: changes?.skipped ?? 0 > 0 ? outcome?.body : row.body, changes: changes)
  }

  /// Applies one mutation of a plan. The caller applies them in their order.
  func apply(_ mutation: Mutation, to plan: inout Plan) {
    plan.body = mutation.applied(to: plan.body, of: plan.row.key, merge)
  }

  /// Returns the row after all mutations of a plan; nil if they delete the row.
  mutating func row(of plan: Plan) -> SyncRow? {
    if let changes = plan.changes, changes.skipped + changes.mutations.count >= Self.worth {
      let outcome = Outcome(
        base: plan.row.body, body: plan.body, count: changes.count, version: changes.version)
      remember(outcome, of: plan.row.key)
    }
    return plan.body.map { SyncRow(plan.row.key, version: plan.row.serverVersion, body: $0) }
  }

  private mutating func remember(_ outcome: Outcome, of key: RowKey) {
    bytes += outcome.bytes - (outcomes.updateValue(outcome, forKey: key)?.bytes ?? 0)
    if bytes > Self.room { forget() }
  }
}
