import UDF

/// What a cache does, as a value: rows, what lies aside, and the rest, without a disk, a thread or a failure.
struct CacheTable: Sendable {
  private(set) var contents: CacheContents
  private var mutations: [Int64: Mutation] = [:]
  private var letters: [Int64: DeadLetter] = [:]
  private var rows: [EntityKey: StoredRow] = [:]
  private var staged: [EntityKey: StoredRow] = [:]
  // Each row's place at the time it was written, in order because revisions only grow. Places that a row has left since are
  // passed over, and dropped once they are the most.
  private var order: [RowPosition] = []

  init() { contents = CacheContents() }

  /// What was kept elsewhere.
  init(_ kept: KeptChanges, rows: some Sequence<StoredRow> = []) {
    contents = kept.contents
    mutations = Dictionary(kept.mutations.map { ($0.id, $0) }) { $1 }
    letters = Dictionary(kept.deadLetters.map { ($0.mutation.id, $0) }) { $1 }
    for row in rows { self.rows[row.key] = row }
    order = self.rows.values.map { RowPosition(revision: $0.revision, key: $0.key) }.sorted()
  }

  /// All rows, those that are gone too, in no order.
  var allRows: some Collection<StoredRow> { rows.values }

  /// What a cache that begins anew keeps of this one.
  var kept: KeptChanges {
    KeptChanges(
      contents.salvaged, mutations: mutations(contents.outbox.map(\.id)),
      deadLetters: deadLetters(contents.deadLetters.keys.sorted()))
  }

  func mutations(_ ids: [Int64]) -> [Mutation] { ids.compactMap { mutations[$0] } }

  func deadLetters(_ ids: [Int64]) -> [DeadLetter] { ids.compactMap { letters[$0] } }

  /// Says what should be told of how it was opened, and forgets what lies aside.
  mutating func open(notice: String? = nil) -> CacheContents {
    contents.notice = notice
    staged = [:]
    return contents
  }

  func rows(after position: RowPosition, limit: Int) -> [StoredRow] {
    var found: [StoredRow] = []
    var index = order.partitioningIndex { position < $0 }
    while index < order.count, found.count < limit {
      if let row = rows[order[index].key], row.revision == order[index].revision { found.append(row) }
      index += 1
    }
    return found
  }

  func rows(of keys: [EntityKey]) -> [StoredRow] { keys.compactMap { rows[$0] } }

  func firstRows(_ count: Int, by sort: [String]) -> [StoredRow] {
    let present = rows.values.filter { $0.body != nil }
    guard !sort.isEmpty else { return Array(present.sorted { $0.key < $1.key }.prefix(count)) }
    let order = RowOrder(sort)
    return present.map { (row: $0, values: order.values(of: $0)) }
      .sorted { order.precedes(($0.values, $0.row.key), ($1.values, $1.row.key)) }
      .prefix(count).map(\.row)
  }

  mutating func commit(_ write: CacheWrite) -> Int64 {
    let revision = contents.revision + 1
    var written: Set<EntityKey> = []
    func put(_ row: StoredRow) {
      rows[row.key] = row
      rows[row.key]?.revision = revision
      written.insert(row.key)
    }
    if write.restages || write.rows == .clear { staged = [:] }
    switch write.rows {
    case .clear:
      rows = [:]
      order = []
    case .merge:
      for change in write.changes {
        if let row = change.row(over: rows[change.key]) { put(row) }
      }
    case .stage, .swap:
      for change in write.changes {
        if let row = change.row(over: staged[change.key]) { staged[row.key] = row }
      }
    }
    if write.rows == .swap {
      for held in rows.values where staged[held.key] == nil {
        if held.body != nil { put(StoredRow(held.key, body: nil, revision: revision)) }
        rows[held.key]?.version = 0
      }
      for row in staged.values where rows[row.key]?.isSame(as: row) != true { put(row) }
      staged = [:]
    }
    for key in write.touched { put(rows[key] ?? StoredRow(key, body: nil, revision: revision)) }
    order += written.sorted().map { RowPosition(revision: revision, key: $0) }
    if order.count > 2 * rows.count {
      order.removeAll { [rows] in rows[$0.key]?.revision != $0.revision }
    }
    contents.apply(write, revision: revision)
    contents.hasRows = !rows.isEmpty
    commitChanges(write)
    return revision
  }

  /// Does to mutations and dead letters what a commit says.
  private mutating func commitChanges(_ write: CacheWrite) {
    for id in write.settled { mutations[id] = nil }
    for refusal in write.refused {
      guard let mutation = mutations.removeValue(forKey: refusal.id) else { continue }
      letters[refusal.id] = DeadLetter(mutation, refusal)
    }
    for answer in write.acknowledged { mutations[answer.id]?.acknowledge(rowChecksum: answer.rowChecksum) }
    for id in write.unacknowledged { mutations[id] = mutations[id]?.unsent }
    for mutation in write.mutations { mutations[mutation.id] = mutation }
    for letter in write.letters { letters[letter.mutation.id] = letter }
    for revival in write.revived {
      guard let letter = letters.removeValue(forKey: revival.letter) else { continue }
      mutations[revival.id] = letter.revived(by: revival)
    }
    for id in write.buried { letters[id] = nil }
  }
}

extension RowChange {
  /// The row that this makes of one that is held; nil if it changes nothing.
  func row(over held: StoredRow?) -> StoredRow? {
    let row =
      switch self {
      case .put(let row): StoredRow(row.key, version: row.version, body: row.body, revision: 0)
      case .delete(let key, let version): StoredRow(key, version: version, body: nil, revision: 0)
      }
    guard let held else { return row }
    return isLater(than: held.version) && !held.isSame(as: row) ? row : nil
  }
}

extension StoredRow {
  /// Whether both say the same of a row, whenever they were written.
  func isSame(as other: StoredRow) -> Bool { version == other.version && body == other.body }
}
