/// Old values of one place; new ones where the note is taken back.
@usableFromInline final class ValueColumn<State, Value>: Column<State> {
  private let keyPath: WritableKeyPath<State, Value>

  @usableFromInline init(_ keyPath: WritableKeyPath<State, Value>, number: Int, offset: Int) {
    self.keyPath = keyPath
    super.init(number: number, offset: offset, size: MemoryLayout<Value>.size, of: Value.self)
  }

  private init(copying other: ValueColumn) {
    keyPath = other.keyPath
    super.init(copying: other, of: Value.self)
  }

  deinit { for index in ring.first..<ring.next { end(index) } }

  override func copy() -> Notes { ValueColumn(copying: self) }

  override func end(_ index: Int) { ring.element(index, Value.self).deinitialize(count: 1) }

  override func goBack(_ state: inout State) {
    swap(&ring.element(standing - 1, Value.self).pointee, &state[keyPath: keyPath])
    undone += 1
  }

  override func goForth(_ state: inout State) {
    swap(&ring.element(standing, Value.self).pointee, &state[keyPath: keyPath])
    undone -= 1
  }

  override func tellBack(_ index: Int, _ state: inout State) -> RecordedEdit<State>? {
    let new = state[keyPath: keyPath]
    let old = ring.element(index, Value.self).pointee
    state[keyPath: keyPath] = old
    return edit(old, new)
  }

  override func tellForth(_ index: Int, _ state: inout State) -> RecordedEdit<State>? {
    let old = state[keyPath: keyPath]
    let new = ring.element(index, Value.self).pointee
    state[keyPath: keyPath] = new
    return edit(old, new)
  }

  private func edit(_ old: Value, _ new: Value) -> RecordedEdit<State>? {
    if let old = old as? any Equatable, old.equals(new) { return nil }
    return RecordedEdit(keyPath, .set(old: old, new: new))
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { self == other as? Self }
}
