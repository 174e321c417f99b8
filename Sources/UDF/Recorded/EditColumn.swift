/// Edits that the journaled value of one place has noted itself.
@usableFromInline final class EditColumn<State, Value: Journaled>: Column<State> {
  private let keyPath: WritableKeyPath<State, Value>

  @usableFromInline init(_ keyPath: WritableKeyPath<State, Value>, number: Int, offset: Int) {
    self.keyPath = keyPath
    super.init(number: number, offset: offset, size: MemoryLayout<Value>.size, of: Value.Edit.self)
  }

  private init(copying other: EditColumn) {
    keyPath = other.keyPath
    super.init(copying: other, of: Value.Edit.self)
  }

  deinit { for index in ring.first..<ring.next { end(index) } }

  override func copy() -> Notes { EditColumn(copying: self) }

  override func end(_ index: Int) { ring.element(index, Value.Edit.self).deinitialize(count: 1) }

  override func goBack(_ state: inout State) {
    state[keyPath: keyPath].undo(ring.element(standing - 1, Value.Edit.self).pointee)
    undone += 1
  }

  override func goForth(_ state: inout State) {
    state[keyPath: keyPath].redo(ring.element(standing, Value.Edit.self).pointee)
    undone -= 1
  }

  // Where no other column looks at the value it need not move, and goes on sharing its storage with the real one.

  override func tellBack(_ index: Int, _ state: inout State) -> RecordedEdit<State>? {
    let edit = ring.element(index, Value.Edit.self).pointee
    if overlaps { state[keyPath: keyPath].undo(edit) }
    return RecordedEdit(keyPath, .edit(edit))
  }

  override func tellForth(_ index: Int, _ state: inout State) -> RecordedEdit<State>? {
    let edit = ring.element(index, Value.Edit.self).pointee
    if overlaps { state[keyPath: keyPath].redo(edit) }
    return RecordedEdit(keyPath, .edit(edit))
  }
}
