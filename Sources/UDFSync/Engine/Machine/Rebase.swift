import JSONSyntax
import UDF

/// Moves pending mutations from the server's old rows to its new ones, and collects what a conflict policy decides.
struct Rebase {
  /// How the server's new row relates to a mutation.
  enum Standing {
    /// The server has never seen the mutation: the policy decides.
    case unsent
    /// The server may have seen the mutation, and the row does not show its outcome.
    case sent
    /// The row may show the outcome.
    case maybe
    /// The row shows the outcome.
    case made
  }

  /// The field that holds a row's key.
  let key: String
  /// See ``ConflictPolicy/merges``.
  let merges: Bool
  let merge: RowMerge
  /// Conflicts that the policy has not answered, at most one a row: the answer decides what the next one is about.
  private(set) var open: [Conflict] = []
  /// Seconds since 1970, for dead letters.
  private let now: Double
  private var refused: [(key: EntityKey, refusal: Refusal)] = []
  private var changed: [Mutation] = []

  init(key: String, merges: Bool, merge: @escaping RowMerge, now: Double) {
    self.key = key
    self.merges = merges
    self.merge = merge
    self.now = now
  }

  func fill(_ write: inout CacheWrite) {
    write.refused += refused.map(\.refusal)
    write.mutations += changed
    write.touched += refused.map(\.key) + changed.map(\.key)
  }

  /// Moves the mutations of one row, in their order. `old` is the server's row that the first of them was made on.
  mutating func move(
    _ mutations: [(Mutation, Standing)], from old: StoredRow?, to new: StoredRow,
    answers: [Int64: Result<ConflictPolicy.Resolution, SyncFailure>]
  ) {
    // The row as the app saw it before a mutation, and as the server has it with the mutations before.
    var (base, theirs) = (old?.body, new.body)
    guard !RowValue.areSame(base, theirs) else { return }
    var isOwn = false
    for (mutation, standing) in mutations {
      let mine = mutation.applied(to: base, merge)
      switch standing {
      case .made: isOwn = true
      case .maybe:
        isOwn = true
        theirs = mutation.applied(to: theirs, merge)
      case .sent: theirs = mutation.applied(to: theirs, merge)
      // A patch of a row that the cache did not have: nothing tells whether the server's row has changed.
      case .unsent where mutation.operation == .patch && base == nil:
        theirs = mutation.applied(to: theirs, merge)
      case .unsent where RowValue.areSame(base, theirs) || isOwn && !merges:
        theirs = mutation.applied(to: theirs, merge)
      case .unsent:
        guard let answer = answers[mutation.id] else {
          func row(_ body: [UInt8]?, _ version: Int64) -> SyncRow? {
            body.map { SyncRow(mutation.key, version: version, body: $0) }
          }
          open.append(
            Conflict(
              mutation, base: row(base, old?.version ?? 0), mine: row(mine, 0), theirs: row(theirs, new.version)))
          return
        }
        theirs = resolve(mutation, answer, theirs)
      }
      base = mine
    }
  }

  /// Does what the policy has answered, and returns the server's row with its outcome.
  private mutating func resolve(
    _ mutation: Mutation, _ answer: Result<ConflictPolicy.Resolution, SyncFailure>, _ theirs: [UInt8]?
  ) -> [UInt8]? {
    switch answer {
    case .success(.keep): return mutation.applied(to: theirs, merge)
    case .success(.drop): bury(mutation, "the server's row changed before this was sent")
    case .success(.replace(let body)):
      changed.append(mutation.changed(to: mutation.operation, body: body))
      return changed[changed.count - 1].applied(to: theirs, merge)
    case .success(.row(let row)):
      if let fault = row.flatMap({ RowCheck.fault(in: $0, field: key, key: mutation.key) }) {
        bury(mutation, "the merged row \(fault)")
      } else {
        changed.append(mutation.changed(to: row == nil ? .delete : .put, body: row))
        return row
      }
    case .failure(let failure): bury(mutation, failure.message)
    }
    return theirs
  }

  private mutating func bury(_ mutation: Mutation, _ reason: String) {
    refused.append((mutation.key, Refusal(mutation.id, code: "conflict", message: reason, since: now)))
  }
}
