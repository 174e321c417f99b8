import Platform
import UDF

/// The logic of a cache as a value in memory: rows, staged rows and other contents, without disk, threads or failures.
struct CacheTable: Sendable {
  private(set) var contents: CacheContents
  private var mutations: [Int64: Mutation] = [:]
  private var letters: [Int64: DeadLetter] = [:]
  private var rows: [RowKey: StoredRow] = [:]
  private var staged: [RowKey: StoredRow] = [:]
  // The position of each row when it was written, in ascending order, because revisions only increase. Outdated
  // positions are skipped, and removed when most positions are outdated.
  private var order: [RowPosition] = []

  init() { contents = CacheContents() }

  /// Makes a table with the kept changes of another file.
  init(_ kept: KeptChanges, rows: some Sequence<StoredRow> = []) {
    contents = kept.contents
    mutations = Dictionary(kept.mutations.map { ($0.id, $0) }) { $1 }
    letters = Dictionary(kept.deadLetters.map { ($0.mutation.id, $0) }) { $1 }
    for row in rows { self.rows[row.key] = row }
    order = self.rows.values.map { RowPosition(revision: $0.revision, key: $0.key) }.sorted()
  }

  /// All rows, including removed ones, in no particular order.
  var allRows: some Collection<StoredRow> { rows.values }

  /// The changes that a new cache keeps of this one.
  var kept: KeptChanges {
    KeptChanges(
      contents.salvaged, mutations: mutations(contents.outbox.map(\.id)),
      deadLetters: deadLetters(contents.deadLetters.keys.sorted()))
  }

  func mutations(_ ids: [Int64]) -> [Mutation] { ids.compactMap { mutations[$0] } }

  func deadLetters(_ ids: [Int64]) -> [DeadLetter] { ids.compactMap { letters[$0] } }

  /// Returns the contents with a notice about the opening, and discards staged rows.
  mutating func open(notice: String? = nil) -> CacheContents {
    contents.notice = notice
    staged = [:]
    return contents
  }

  func rows(after position: RowPosition, limit: Int, in collection: String? = nil) -> [StoredRow] {
    var found: [StoredRow] = []
    var index = order.partitioningIndex { position < $0 }
    while index < order.count, found.count < limit {
      let place = order[index]
      if collection.map({ $0 == place.key.collection }) ?? true, let row = rows[place.key],
        row.revision == place.revision
      {
        found.append(row)
      }
      index += 1
    }
    return found
  }

  func rows(of keys: [RowKey]) -> [StoredRow] { keys.compactMap { rows[$0] } }

  func rows(mentioning keys: [RowKey]) -> [StoredRow] {
    let texts = keys.map { Array($0.key.description.utf8) }
    return rows.values.filter { row in row.body.map { body in texts.contains { body.contains($0) } } ?? false }
  }

  func firstRows(_ count: Int, in collection: String = "", by sort: [String]) -> [StoredRow] {
    let present = rows.values.filter { $0.body != nil && $0.key.collection == collection }
    guard !sort.isEmpty else { return Array(present.sorted { $0.key < $1.key }.prefix(count)) }
    let order = RowOrder(sort)
    return present.map { (row: $0, values: order.values(of: $0)) }
      .sorted { order.precedes(($0.values, $0.row.key), ($1.values, $1.row.key)) }
      .prefix(count).map(\.row)
  }

  mutating func commit(_ write: CacheWrite) -> Int64 {
    let revision = contents.revision + 1
    let pass = FilterPass(write, from: contents.filter, to: write.filter ?? contents.filter)
    var written: Set<RowKey> = []
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
        let held = rows[change.key]
        if let row = pass.written(change, over: held)?.row(over: held) { put(row) }
      }
    case .stage, .swap:
      for change in write.changes {
        let held = staged[change.key]
        if let row = pass.written(change, over: held)?.row(over: held) { staged[row.key] = row }
      }
    }
    if write.rows == .swap {
      for held in rows.values where staged[held.key] == nil {
        if held.body != nil { put(StoredRow(held.key, body: pass.rest(of: held), revision: revision)) }
        rows[held.key]?.version = 0
      }
      for row in staged.values where rows[row.key]?.isSame(as: row) != true { put(row) }
      staged = [:]
    }
    for key in write.touched {
      let row = rows[key] ?? StoredRow(key, body: nil, revision: revision)
      put(pass.revised(touched: row) ?? row)
    }
    for row in pass.looksAtAll ? Array(rows.values) : [] {
      guard let revised = pass.revised(row, revision: revision) else { continue }
      if revised.revision == row.revision { rows[row.key] = revised } else { put(revised) }
    }
    order += written.sorted().map { RowPosition(revision: revision, key: $0) }
    if order.count > 2 * rows.count {
      order.removeAll { [rows] in rows[$0.key]?.revision != $0.revision }
    }
    contents.apply(write, revision: revision)
    contents.hasRows = !rows.isEmpty
    commitChanges(write)
    return revision
  }

  /// Applies a commit to mutations and dead letters.
  private mutating func commitChanges(_ write: CacheWrite) {
    for id in write.completed { mutations[id] = nil }
    for refusal in write.refused {
      guard let mutation = mutations.removeValue(forKey: refusal.id) else { continue }
      letters[refusal.id] = DeadLetter(mutation, refusal)
    }
    for answer in write.acknowledged { mutations[answer.id]?.acknowledge(rowChecksums: answer.rowChecksums) }
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
  /// Returns the row that results from this change of an existing row; nil if nothing changes.
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
  /// Whether two rows have the same version and body, regardless of their revisions.
  func isSame(as other: StoredRow) -> Bool { version == other.version && body == other.body }
}
