import JSONSyntax
import UDF

/// Moves pending mutations from the server's old rows to its new rows, and applies the decisions of a conflict policy.
///
/// A mutation of several rows is resolved as a whole: it is moved when the policy has answered for each of its rows.
struct Rebase {
  typealias Answers = [Conflict.ID: Result<ConflictPolicy.Resolution, SyncFailure>]

  /// How the server's new rows relate to a mutation.
  enum Standing {
    /// The server has never seen the mutation: the policy decides.
    case unsent
    /// The server may have received the mutation, but the rows do not show its outcome.
    case sent
    /// The rows may show the outcome.
    case maybe
    /// The rows show the outcome.
    case made
  }

  /// A row that the server has changed, with the mutations that were moved so far.
  private struct Row {
    let oldVersion: Int64
    let newVersion: Int64
    /// The row as the app saw it before it made the next mutation.
    var base: [UInt8]?
    /// The server's new row with the mutations before the next one.
    var theirs: [UInt8]?
    /// Whether the server's row may already contain a mutation of this cache.
    var isOwn = false
    /// Whether an earlier mutation waits for the policy's answer. The next one's base depends on it.
    var isOpen = false
  }

  let database: SyncDatabase
  let policy: ConflictPolicy
  let merge: RowMerge
  let answers: Answers
  /// Conflicts without an answer of the policy, at most one for each row.
  private(set) var open: [Conflict] = []
  /// Seconds since 1970, for dead letters.
  private let now: Double
  private var rows: [RowKey: Row] = [:]
  private var refused: [(mutation: Mutation, reason: String)] = []
  private var changed: [Mutation] = []

  init(
    database: SyncDatabase, policy: ConflictPolicy, merge: @escaping RowMerge, answers: Answers, now: Double
  ) {
    self.database = database
    self.policy = policy
    self.merge = merge
    self.answers = answers
    self.now = now
  }

  func fill(_ write: inout CacheWrite) {
    write.refused += refused.map { Refusal($0.mutation.id, code: "conflict", message: $0.reason, since: now) }
    write.mutations += changed
    write.touched += (refused.map(\.mutation) + changed).flatMap(\.parts.keys)
  }

  /// Adds a row that the server has changed. `old` is the server's row that the row's first mutation was based on.
  mutating func add(_ key: RowKey, from old: StoredRow?, to new: StoredRow) {
    guard !RowValue.areSame(old?.body, new.body) else { return }
    rows[key] = Row(oldVersion: old?.serverVersion ?? 0, newVersion: new.version, base: old?.body, theirs: new.body)
  }

  /// Moves a mutation. Only these keys of its rows are considered. The caller moves mutations in their order.
  mutating func move(_ mutation: Mutation, of keys: [RowKey], _ standing: Standing) {
    let keys = keys.filter { rows[$0] != nil }
    guard !keys.contains(where: { rows[$0]?.isOpen == true }) else { return keepOpen(keys) }
    switch standing {
    case .made: for key in keys { rows[key]?.isOwn = true }
    case .maybe:
      for key in keys { rows[key]?.isOwn = true }
      apply(mutation, to: keys)
    case .sent: apply(mutation, to: keys)
    case .unsent:
      let conflicts = keys.compactMap { conflict(mutation, $0) }
      let unanswered = conflicts.filter { answers[$0.id] == nil }
      guard unanswered.isEmpty else {
        open += unanswered
        return keepOpen(keys)
      }
      if let moved = resolve(mutation, conflicts) { apply(moved, to: keys) }
    }
    for key in keys {
      let base = rows[key]?.base
      rows[key]?.base = mutation.applied(to: base, of: key, merge)
    }
  }

  private mutating func keepOpen(_ keys: [RowKey]) {
    for key in keys { rows[key]?.isOpen = true }
  }

  private mutating func apply(_ mutation: Mutation, to keys: [RowKey]) {
    for key in keys {
      let theirs = rows[key]?.theirs
      rows[key]?.theirs = mutation.applied(to: theirs, of: key, merge)
    }
  }

  /// Returns the conflict of an unsent mutation with a row; nil if there is none.
  private func conflict(_ mutation: Mutation, _ key: RowKey) -> Conflict? {
    // For a patch of a row that the cache did not have, it is unknown whether the server's row has changed.
    guard let row = rows[key], row.base != nil || mutation.parts.replaceRow(key),
      !(row.isOwn && !policy.merges(key.collection)),
      !RowValue.areSame(row.base, row.theirs)
    else { return nil }
    func made(_ body: [UInt8]?, _ version: Int64) -> SyncRow? { body.map { SyncRow(key, version: version, body: $0) } }
    return Conflict(
      mutation.only(key), base: made(row.base, row.oldVersion),
      mine: made(mutation.applied(to: row.base, of: key, merge), 0), theirs: made(row.theirs, row.newVersion))
  }

  /// Applies the policy's answers, and returns the resulting mutation; nil if it becomes a dead letter.
  private mutating func resolve(_ mutation: Mutation, _ conflicts: [Conflict]) -> Mutation? {
    var parts = Array(mutation.parts)
    for conflict in conflicts {
      let resolved: Mutation.Part
      switch answers[conflict.id] {
      case nil, .success(.keep): continue
      case .success(.drop): return bury(mutation, "the server's row changed before this was sent", conflict)
      case .success(.replace(let body)):
        resolved = Mutation.Part(conflict.mutation.parts.head.operation, conflict.key, body: body)
      case .success(.row(let row)):
        if let fault = row.flatMap({
          RowCheck.fault(in: $0, field: database.keyField(of: conflict.key.collection), key: conflict.key)
        }) {
          return bury(mutation, "the merged row \(fault)", conflict)
        }
        resolved = Mutation.Part(row == nil ? .delete : .put, conflict.key, body: row)
      case .failure(let failure): return bury(mutation, failure.message, conflict)
      }
      let place = parts.firstIndex { $0.key == conflict.key } ?? 0
      parts.removeAll { $0.key == conflict.key }
      parts.insert(resolved, at: min(place, parts.count))
    }
    guard let parts = OneOrMore(parts), parts != mutation.parts else { return mutation }
    changed.append(mutation.changed(to: parts))
    return changed.last
  }

  private mutating func bury(_ mutation: Mutation, _ reason: String, _ conflict: Conflict) -> Mutation? {
    let row = mutation.parts.count > 1 ? "\"\(conflict.key)\": " : ""
    refused.append((mutation, row + reason))
    return nil
  }
}
