/// What was written to a state: which column got a note, in order, and where transactions end.
///
/// Shared by the copies of a ``Recorded`` until one of them is written. It does not know the type of the state, because
/// what is not generic needs no specialising to be fast.
@usableFromInline final class Journal {
  private let historyLimit: Int
  /// The entry before a position has that position less one for its index.
  @exclusivity(unchecked) @usableFromInline var ring: Ring
  @exclusivity(unchecked) private var columns: [Notes] = []
  /// The column last used of those whose place begins at an offset, by that offset.
  @usableFromInline let latest: UnsafeMutablePointer<Unmanaged<Notes>?>
  private let size: Int
  /// How many of the last entries are taken back.
  @exclusivity(unchecked) @usableFromInline var undone = 0
  /// How many entries end a transaction.
  @exclusivity(unchecked) private var transactions = 0
  /// What the last transaction wrote, or the last undo or redo moved over.
  @exclusivity(unchecked) private(set) var changed = 0..<0

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
  var position: Int { ring.next - undone }

  private func entry(before position: Int) -> UnsafeMutablePointer<JournalEntry> {
    ring.element(position - 1, JournalEntry.self)
  }
}

// Writing.
extension Journal {
  /// The column of a kind for the place at an offset, which need not be retained since no column leaves its journal.
  ///
  /// What begins at one offset and has one type is one place, whichever key path leads there.
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
    // What is taken back is not what this transaction wrote, and a write would have forgotten it.
    var begin = position
    if undone == 0 { while begin > start, !entry(before: begin).pointee.endsTransaction { begin -= 1 } }
    changed = begin..<position
    guard !changed.isEmpty else { return }
    entry(before: position).pointee.endsTransaction = true
    transactions += 1
    if transactions > historyLimit { forgetTransaction() }
  }

  private func forgetTransaction() {
    var end = start + 1
    while !entry(before: end).pointee.endsTransaction { end += 1 }
    forget(before: end)
  }

  func forget(before position: Int) {
    let position = min(position, self.position)
    while start < position {
      ring.first += 1
      let entry = entry(before: start).pointee
      if entry.endsTransaction { transactions -= 1 }
      Unmanaged.passUnretained(columns[entry.column])._withUnsafeGuaranteedRef { $0.forgetOldest() }
    }
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

// Moving and telling.
extension Journal {
  private func column<State>(before position: Int, of state: State.Type) -> Column<State> {
    // A journal belongs to the state whose key paths made its columns.
    unsafeDowncast(columns[entry(before: position).pointee.column], to: Column<State>.self)
  }

  func travel<State>(to position: Int, _ state: inout State) {
    let position = min(max(position, start), end)
    while self.position > position {
      column(before: self.position, of: State.self).goBack(&state)
      undone += 1
    }
    while self.position < position {
      column(before: self.position + 1, of: State.self).goForth(&state)
      undone -= 1
    }
  }

  func undo<State>(_ state: inout State) -> Bool {
    let old = position
    var begin = max(start, old - 1)
    while begin > start, !entry(before: begin).pointee.endsTransaction { begin -= 1 }
    travel(to: begin, &state)
    changed = begin..<old
    return !changed.isEmpty
  }

  func redo<State>(_ state: inout State) -> Bool {
    let old = position
    var last = min(end, old + 1)
    while last < end, !entry(before: last).pointee.endsTransaction { last += 1 }
    travel(to: last, &state)
    changed = old..<last
    return !changed.isEmpty
  }

  func edits<State>(_ range: Range<Int>, from state: State) -> [RecordedEdit<State>] {
    let range = range.clamped(to: start..<end)
    var told: [RecordedEdit<State>] = []
    var indices = columns.map(\.standing)
    var copy = state
    for position in stride(from: position, to: range.lowerBound, by: -1) {
      let column = column(before: position, of: State.self)
      indices[column.number] -= 1
      let edit = column.tellBack(indices[column.number], &copy)
      if let edit, position <= range.upperBound { told.append(edit) }
    }
    told.reverse()
    guard position < range.upperBound else { return told }
    indices = columns.map(\.standing)
    copy = state
    for position in stride(from: position + 1, through: range.upperBound, by: 1) {
      let column = column(before: position, of: State.self)
      let edit = column.tellForth(indices[column.number], &copy)
      indices[column.number] += 1
      if let edit, position > range.lowerBound { told.append(edit) }
    }
    return told
  }
}
