import DequeModule

/// What was written to a state: which column got a note, in order, and where transactions end.
///
/// Shared by the copies of a ``Recorded`` until one of them is written.
@usableFromInline final class Journal<State> {
  private let historyLimit: Int
  @exclusivity(unchecked) @usableFromInline var entries = Deque<JournalEntry>()
  @exclusivity(unchecked) @usableFromInline var columns: [Column<State>] = []
  /// The column last used of those that begin at an offset, by that offset.
  @exclusivity(unchecked) @usableFromInline var latest: [Int]
  /// The position before the first entry.
  private(set) var start = 0
  /// How many of the last entries are taken back.
  @exclusivity(unchecked) @usableFromInline var undone = 0
  /// How many entries end a transaction.
  private var transactions = 0
  /// What the last transaction wrote, or the last undo or redo moved over.
  private(set) var changed = 0..<0

  init(historyLimit: Int) {
    self.historyLimit = historyLimit
    latest = Array(repeating: -1, count: MemoryLayout<State>.size + 1)
  }

  @usableFromInline init(copying other: Journal) {
    historyLimit = other.historyLimit
    entries = other.entries
    latest = other.latest
    start = other.start
    undone = other.undone
    transactions = other.transactions
    changed = other.changed
    columns = other.columns.map { $0.copy() }
  }

  var end: Int { start + entries.count }
  var position: Int { end - undone }
}

// Writing.
extension Journal {
  /// The column for old values of the place.
  @inlinable @inline(__always) func values<Value>(
    of keyPath: WritableKeyPath<State, Value>, at offset: Int
  ) -> (number: Int, column: ValueColumn<State, Value>) {
    let number = latest[offset]
    if number >= 0, type(of: columns[number]) == ValueColumn<State, Value>.self {
      return (number, unsafeDowncast(columns[number], to: ValueColumn<State, Value>.self))
    }
    return find(at: offset) { ValueColumn(keyPath, at: offset) }
  }

  /// The column for edits of the place.
  @inlinable @inline(__always) func edits<Value>(
    of keyPath: WritableKeyPath<State, Value>, at offset: Int
  ) -> (number: Int, column: EditColumn<State, Value>) {
    let number = latest[offset]
    if number >= 0, type(of: columns[number]) == EditColumn<State, Value>.self {
      return (number, unsafeDowncast(columns[number], to: EditColumn<State, Value>.self))
    }
    return find(at: offset) { EditColumn(keyPath, at: offset) }
  }

  /// What begins at one offset and is of one type is one place, whichever key path leads there.
  @inline(never) @usableFromInline func find<Kind: Column<State>>(
    at offset: Int, orMake make: () -> Kind
  ) -> (number: Int, column: Kind) {
    for (number, column) in columns.enumerated() where column.bytes.lowerBound == offset {
      if let column = column as? Kind {
        latest[offset] = number
        return (number, column)
      }
    }
    let column = make()
    for other in columns where other.bytes.overlaps(column.bytes) {
      other.overlaps = true
      column.overlaps = true
    }
    latest[offset] = columns.count
    columns.append(column)
    return (columns.count - 1, column)
  }

  /// Notes that the column has one more.
  @inlinable @inline(__always) func append(_ column: Int) {
    entries.append(JournalEntry(column: column))
  }

  func commit() {
    // What is taken back is not what this transaction wrote, and a write would have forgotten it.
    let begin = undone == 0 ? entries.lastIndex { $0.endsTransaction }.map { start + $0 + 1 } ?? start : position
    changed = begin..<position
    guard !changed.isEmpty else { return }
    entries[entries.count - 1].endsTransaction = true
    transactions += 1
    while transactions > historyLimit { forgetTransaction() }
  }

  private func forgetTransaction() {
    let last = entries.firstIndex { $0.endsTransaction }
    forget(before: last.map { start + $0 + 1 } ?? start)
  }
}

// Moving.
extension Journal {
  func travel(to position: Int, _ state: inout State) {
    let position = min(max(position, start), end)
    while self.position > position {
      undone += 1
      columns[entries[entries.count - undone].column].goBack(&state)
    }
    while self.position < position {
      columns[entries[entries.count - undone].column].goForth(&state)
      undone -= 1
    }
  }

  /// The end of the transaction before the present position, or after it.
  func boundary(before: Bool) -> Int {
    var position = position - start
    if before {
      repeat { position -= 1 } while position > 0 && !entries[position - 1].endsTransaction
      return start + max(position, 0)
    }
    repeat { position += 1 } while position < entries.count && !entries[position - 1].endsTransaction
    return min(start + position, end)
  }

  func moveOverTransaction(back: Bool, _ state: inout State) -> Bool {
    let old = position
    travel(to: boundary(before: back), &state)
    changed = min(old, position)..<max(old, position)
    return !changed.isEmpty
  }

  @usableFromInline func truncate(at position: Int) {
    let position = max(position, self.position)
    while end > position {
      let entry = entries.removeLast()
      undone -= 1
      if entry.endsTransaction { transactions -= 1 }
      columns[entry.column].forgetNewest()
    }
  }

  func forget(before position: Int) {
    let position = min(position, self.position)
    while start < position {
      let entry = entries.removeFirst()
      start += 1
      if entry.endsTransaction { transactions -= 1 }
      columns[entry.column].forgetOldest()
    }
  }
}

// Telling.
extension Journal {
  func edits(_ range: Range<Int>, from state: State) -> [RecordedEdit<State>] {
    let range = range.clamped(to: start..<end)
    var told: [RecordedEdit<State>] = []
    var passed = Array(repeating: 0, count: columns.count)
    var scratch = state
    for position in (range.lowerBound..<max(range.lowerBound, position)).reversed() {
      let column = entries[position - start].column
      let edit = columns[column].tellBack(passed[column], &scratch)
      if let edit, position < range.upperBound { told.append(edit) }
      passed[column] += 1
    }
    told.reverse()
    passed = Array(repeating: 0, count: columns.count)
    scratch = state
    for position in position..<max(range.upperBound, position) {
      let column = entries[position - start].column
      let edit = columns[column].tellForth(passed[column], &scratch)
      if let edit, position >= range.lowerBound { told.append(edit) }
      passed[column] += 1
    }
    return told
  }
}
