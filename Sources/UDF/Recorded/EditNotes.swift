/// The edits that the journaled value at one path has recorded.
@usableFromInline final class EditNotes<Value: Journaled>: Notes {
  @usableFromInline init(of keyPath: AnyKeyPath, offset: Int, number: Int) {
    super.init(of: keyPath, offset: offset, size: MemoryLayout<Value>.size, number: number, as: Value.Edit.self)
  }

  private init(copying other: EditNotes) { super.init(copying: other, as: Value.Edit.self) }

  deinit { for index in ring.first..<ring.next { end(index) } }

  override func copy() -> Notes { EditNotes(copying: self) }

  override func setAside() -> Any { moveUndone(of: Value.Edit.self) }
  override func putBack(_ notes: Any) { append(undone: notes, of: Value.Edit.self) }

  override func end(_ index: Int) { ring.element(index, Value.Edit.self).deinitialize(count: 1) }

  override func edit(_ index: Int) -> Any? { ring.element(index, Value.Edit.self).pointee }

  override func undo(_ index: Int, at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Value.self).pointee.undo(ring.element(index, Value.Edit.self).pointee)
  }

  override func redo(_ index: Int, at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Value.self).pointee.redo(ring.element(index, Value.Edit.self).pointee)
  }

  override func replay(_ index: Int, undoing: Bool, at place: UnsafeMutableRawPointer) -> RecordedEditKind? {
    // If no other column covers the value, the copy continues to share its storage with the original.
    if overlaps { undoing ? undo(index, at: place) : redo(index, at: place) }
    return .edit(ring.element(index, Value.Edit.self).pointee)
  }
}
