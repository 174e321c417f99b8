import Platform

/// The notes of one kind about one value in a state, oldest first. The last ``undone`` of them are undone.
///
/// A journal has such columns, each with notes of one type, so that notes need no boxes. A column finds its value by
/// its offset: the value is stored in the state itself, so no access to the state's type is needed.
@usableFromInline class Notes {
  /// A key path to the value.
  let keyPath: AnyKeyPath
  /// The bytes of the value in the state.
  let bytes: Range<Int>
  /// The index of this column in the journal's list.
  @usableFromInline let number: Int
  /// Whether another column of the journal covers some of the same bytes.
  final var overlaps = false
  @exclusivity(unchecked) @usableFromInline final var ring: Ring
  @exclusivity(unchecked) final var undone = 0
  /// Whether notes are plain data, which need no deinitialization.
  private let isTrivial: Bool

  init<Note>(of keyPath: AnyKeyPath, offset: Int, size: Int, number: Int, as note: Note.Type) {
    self.keyPath = keyPath
    bytes = offset..<offset + size
    self.number = number
    ring = Ring()
    isTrivial = _isPOD(note)
  }

  init<Note>(copying other: Notes, as note: Note.Type) {
    keyPath = other.keyPath
    bytes = other.bytes
    number = other.number
    overlaps = other.overlaps
    ring = Ring(copying: other.ring, of: note)
    undone = other.undone
    isTrivial = other.isTrivial
  }

  deinit { ring.free() }

  /// The index of the newest note that is not undone, plus one.
  final var standing: Int { ring.next - undone }

  final func forgetOldest() {
    if !isTrivial { end(ring.first) }
    ring.first &+= 1
  }

  final func forgetNewest() {
    ring.next -= 1
    undone -= 1
    if !isTrivial { end(ring.next) }
  }

  final func undoLast(_ state: UnsafeMutableRawPointer) {
    undo(standing - 1, at: state + bytes.lowerBound)
    undone += 1
  }

  final func redoNext(_ state: UnsafeMutableRawPointer) {
    redo(standing, at: state + bytes.lowerBound)
    undone -= 1
  }

  /// Removes the undone notes and returns them as an array.
  func setAside() -> Any { fatalError("for the subclass") }
  /// Restores notes that ``setAside()`` has removed. No later note may be in effect.
  func putBack(_ notes: Any) { fatalError("for the subclass") }

  final func moveUndone<Note>(of type: Note.Type) -> [Note] {
    let notes = (standing..<ring.next).map { ring.element($0, type).move() }
    ring.next = standing
    undone = 0
    return notes
  }

  final func append<Note>(undone notes: Any, of type: Note.Type) {
    guard let notes = notes as? [Note] else { return }
    for note in notes { ring.append(note) }
    undone = notes.count
  }

  /// Returns a copy of the column with the same notes.
  func copy() -> Notes { fatalError("for the subclass") }
  /// Deinitializes the note at an index.
  func end(_ index: Int) { fatalError("for the subclass") }

  /// Returns the edit at an index; nil if notes are old values.
  func edit(_ index: Int) -> Any? { nil }

  func undo(_ index: Int, at place: UnsafeMutableRawPointer) { fatalError("for the subclass") }
  func redo(_ index: Int, at place: UnsafeMutableRawPointer) { fatalError("for the subclass") }

  /// Returns the edit of a note, if any, and undoes or redoes it at an address in a copy of the state.
  func replay(_ index: Int, undoing: Bool, at place: UnsafeMutableRawPointer) -> RecordedEditKind? {
    fatalError("for the subclass")
  }
}
