import DequeModule

/// Edits that the journaled value of one place has noted itself.
@usableFromInline final class EditColumn<State, Value: Journaled>: Column<State> {
  private let keyPath: WritableKeyPath<State, Value>
  @exclusivity(unchecked) @usableFromInline var edits: Deque<Value.Edit>

  @usableFromInline init(_ keyPath: WritableKeyPath<State, Value>, at offset: Int, edits: Deque<Value.Edit> = []) {
    self.keyPath = keyPath
    self.edits = edits
    super.init(bytes: offset..<offset + MemoryLayout<Value>.size)
  }

  private var standing: Int { edits.count - undone }

  override func copy() -> Column<State> {
    let copy = EditColumn(keyPath, at: bytes.lowerBound, edits: edits)
    copy.overlaps = overlaps
    copy.undone = undone
    return copy
  }

  override func goBack(_ state: inout State) {
    state[keyPath: keyPath].undo(edits[standing - 1])
    undone += 1
  }

  override func goForth(_ state: inout State) {
    state[keyPath: keyPath].redo(edits[standing])
    undone -= 1
  }

  // Where no other column looks at the value it need not move, and what it shares with the real state stays shared.

  override func tellBack(_ behind: Int, _ state: inout State) -> RecordedEdit<State>? {
    let edit = edits[standing - 1 - behind]
    if overlaps { state[keyPath: keyPath].undo(edit) }
    return RecordedEdit(keyPath, .edit(edit))
  }

  override func tellForth(_ before: Int, _ state: inout State) -> RecordedEdit<State>? {
    let edit = edits[standing + before]
    if overlaps { state[keyPath: keyPath].redo(edit) }
    return RecordedEdit(keyPath, .edit(edit))
  }

  override func forgetOldest() { edits.removeFirst() }

  override func forgetNewest() {
    edits.removeLast()
    undone -= 1
  }
}
