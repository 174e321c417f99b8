import Platform

/// The journal of writes to a state: the column of each note in order, and the ends of transactions.
///
/// The copies of a ``Recorded`` share it until a write. It is not generic: only specialized generic code is fast.
@usableFromInline final class Journal {
  private let historyLimit: Int
  /// The entry before a position has the index of that position minus one.
  @exclusivity(unchecked) @usableFromInline var ring: Ring
  @exclusivity(unchecked) private var columns: [Notes] = []
  /// The last used column for each offset at which its value starts.
  @usableFromInline let latest: UnsafeMutablePointer<Unmanaged<Notes>?>
  private let size: Int
  /// The number of entries at the end that are undone.
  @exclusivity(unchecked) @usableFromInline var undone = 0
  /// Whether a host has opened a transaction. Then only writes are accepted, and undo and commit calls are ignored.
  @exclusivity(unchecked) @usableFromInline var isHeld = false
  /// The number of entries that end a transaction.
  @exclusivity(unchecked) private var transactions = 0
  /// The range of the last transaction, or of the last undo or redo.
  @exclusivity(unchecked) @usableFromInline private(set) var changed = 0..<0

  init(ofStateOfSize size: Int, historyLimit: Int) {
    self.historyLimit = historyLimit
    self.size = size
    ring = Ring()
    latest = .allocate(capacity: size + 1)
    latest.initialize(repeating: nil, count: size + 1)
  }

  @usableFromInline convenience init(copying other: Journal) {
    self.init(ofStateOfSize: other.size, historyLimit: other.historyLimit)
    ring = Ring(copying: other.ring, of: JournalEntry.self)
    columns = other.columns.map { $0.copy() }
    undone = other.undone
    transactions = other.transactions
    changed = other.changed
  }

  deinit {
    ring.free()
    latest.deallocate()
  }

  var start: Int { ring.first }
  var end: Int { ring.next }
  @inlinable var position: Int { ring.next - undone }

  private func entry(before position: Int) -> UnsafeMutablePointer<JournalEntry> {
    ring.element(position - 1, JournalEntry.self)
  }
}

// Writing.
extension Journal {
  /// Returns the column of a kind for the value at an offset, unretained: no column leaves its journal.
  ///
  /// Values with the same offset and type are the same value, whichever key path leads to it.
  @inlinable @inline(__always) func column<Kind: Notes>(
    at offset: Int, orMake make: (_ number: Int) -> Kind
  ) -> Unmanaged<Kind> {
    if let last = latest[offset], last._withUnsafeGuaranteedRef({ type(of: $0) == Kind.self }) {
      return Unmanaged.fromOpaque(last.toOpaque())
    }
    return find(at: offset) ?? add(make(columnCount), at: offset)
  }

  @usableFromInline var columnCount: Int { columns.count }

  @inline(never) @usableFromInline func find<Kind: Notes>(at offset: Int) -> Unmanaged<Kind>? {
    for column in columns where column.bytes.lowerBound == offset {
      guard let column = column as? Kind else { continue }
      latest[offset] = Unmanaged.passUnretained(column)
      return Unmanaged.passUnretained(column)
    }
    return nil
  }

  @inline(never) @usableFromInline func add<Kind: Notes>(_ column: Kind, at offset: Int) -> Unmanaged<Kind> {
    for other in columns where other.bytes.overlaps(column.bytes) {
      other.overlaps = true
      column.overlaps = true
    }
    columns.append(column)
    latest[offset] = Unmanaged.passUnretained(column)
    return Unmanaged.passUnretained(column)
  }

  @usableFromInline func commit() {
    // Undone entries do not belong to this transaction, and a write would have removed them.
    var begin = position
    if undone == 0 { while begin > start, !entry(before: begin).pointee.endsTransaction { begin -= 1 } }
    changed = begin..<position
    guard !changed.isEmpty else { return }
    entry(before: position).pointee.endsTransaction = true
    transactions += 1
    if transactions > historyLimit { while !forgetOldest().endsTransaction {} }
  }

  func forget(before position: Int) {
    let position = min(position, self.position)
    while start < position { _ = forgetOldest() }
  }

  private func forgetOldest() -> JournalEntry {
    ring.first &+= 1
    let entry = entry(before: start).pointee
    if entry.endsTransaction { transactions -= 1 }
    Unmanaged.passUnretained(columns[entry.column])._withUnsafeGuaranteedRef { $0.forgetOldest() }
    return entry
  }

  @usableFromInline func truncate(at position: Int) {
    let position = max(position, self.position)
    while end > position {
      let entry = entry(before: end).pointee
      ring.next -= 1
      undone -= 1
      if entry.endsTransaction { transactions -= 1 }
      columns[entry.column].forgetNewest()
    }
  }
}

// Setting undone entries aside.
extension Journal {
  func setUndoneAside() -> (entries: [JournalEntry], notes: [(column: Int, notes: Any)])? {
    guard undone > 0 else { return nil }
    let entries = (position..<end).map { entry(before: $0 + 1).pointee }
    let notes = columns.filter { $0.undone > 0 }.map { (column: $0.number, notes: $0.setAside()) }
    transactions -= entries.count(where: \.endsTransaction)
    ring.next -= undone
    undone = 0
    return (entries, notes)
  }

  func contains(_ columns: [Int]) -> Bool { columns.allSatisfy { $0 < columnCount } }

  func putBack(_ entries: [JournalEntry], _ notes: [(column: Int, notes: Any)]) {
    for entry in entries { ring.append(entry) }
    for (column, notes) in notes { columns[column].putBack(notes) }
    transactions += entries.count(where: \.endsTransaction)
    undone = entries.count
  }
}

// Moving, and reporting edits.
extension Journal {
  func column(before position: Int) -> Notes { columns[entry(before: position).pointee.column] }

  func travel(to position: Int, _ state: UnsafeMutableRawPointer) {
    let position = min(max(position, start), end)
    while self.position > position {
      column(before: self.position).undoLast(state)
      undone += 1
    }
    while self.position < position {
      column(before: self.position + 1).redoNext(state)
      undone -= 1
    }
  }

  func undo(_ state: UnsafeMutableRawPointer) -> Bool {
    let old = position
    var begin = max(start, old - 1)
    while begin > start, !entry(before: begin).pointee.endsTransaction { begin -= 1 }
    travel(to: begin, state)
    changed = begin..<old
    return !changed.isEmpty
  }

  func redo(_ state: UnsafeMutableRawPointer) -> Bool {
    let old = position
    var last = min(end, old + 1)
    while last < end, !entry(before: last).pointee.endsTransaction { last += 1 }
    travel(to: last, state)
    changed = old..<last
    return !changed.isEmpty
  }

  /// Reports the entries of the range that are not undone, newest first, and undoes each in a copy of the state.
  @usableFromInline func reportUndoing(
    _ range: Range<Int>, _ copy: UnsafeMutableRawPointer, _ body: (AnyKeyPath, RecordedEditKind) -> Void
  ) {
    guard max(range.lowerBound, start) < min(range.upperBound, position) else { return }
    var indices = columns.map(\.standing)
    for position in stride(from: position, to: max(range.lowerBound, start), by: -1) {
      let column = column(before: position)
      indices[column.number] -= 1
      let kind = column.replay(indices[column.number], undoing: true, at: copy + column.bytes.lowerBound)
      if let kind, position <= range.upperBound { body(column.keyPath, kind) }
    }
  }

  /// Reports the undone entries of the range, oldest first, and redoes each in a copy of the state.
  @usableFromInline func reportRedoing(
    _ range: Range<Int>, _ copy: UnsafeMutableRawPointer, _ body: (AnyKeyPath, RecordedEditKind) -> Void
  ) {
    guard max(range.lowerBound, position) < min(range.upperBound, end) else { return }
    var indices = columns.map(\.standing)
    for position in stride(from: position + 1, through: min(range.upperBound, end), by: 1) {
      let column = column(before: position)
      let kind = column.replay(indices[column.number], undoing: false, at: copy + column.bytes.lowerBound)
      indices[column.number] += 1
      if let kind, position > range.lowerBound { body(column.keyPath, kind) }
    }
  }
}
