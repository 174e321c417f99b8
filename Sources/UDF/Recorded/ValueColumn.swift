import DequeModule

/// Old values of one place; new ones where the note is taken back.
@usableFromInline final class ValueColumn<State, Value>: Column<State> {
  private let keyPath: WritableKeyPath<State, Value>
  @exclusivity(unchecked) @usableFromInline var values: Deque<Value>

  @usableFromInline init(_ keyPath: WritableKeyPath<State, Value>, at offset: Int, values: Deque<Value> = []) {
    self.keyPath = keyPath
    self.values = values
    super.init(bytes: offset..<offset + MemoryLayout<Value>.size)
  }

  private var standing: Int { values.count - undone }

  override func copy() -> Column<State> {
    let copy = ValueColumn(keyPath, at: bytes.lowerBound, values: values)
    copy.overlaps = overlaps
    copy.undone = undone
    return copy
  }

  override func goBack(_ state: inout State) {
    swap(&values[standing - 1], &state[keyPath: keyPath])
    undone += 1
  }

  override func goForth(_ state: inout State) {
    swap(&values[standing], &state[keyPath: keyPath])
    undone -= 1
  }

  override func tellBack(_ behind: Int, _ state: inout State) -> RecordedEdit<State>? {
    let new = state[keyPath: keyPath]
    let old = values[standing - 1 - behind]
    state[keyPath: keyPath] = old
    return edit(old, new)
  }

  override func tellForth(_ before: Int, _ state: inout State) -> RecordedEdit<State>? {
    let old = state[keyPath: keyPath]
    let new = values[standing + before]
    state[keyPath: keyPath] = new
    return edit(old, new)
  }

  private func edit(_ old: Value, _ new: Value) -> RecordedEdit<State>? {
    if let old = old as? any Equatable, old.equals(new) { return nil }
    return RecordedEdit(keyPath, .set(old: old, new: new))
  }

  override func forgetOldest() { values.removeFirst() }

  override func forgetNewest() {
    values.removeLast()
    undone -= 1
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { self == other as? Self }
}
