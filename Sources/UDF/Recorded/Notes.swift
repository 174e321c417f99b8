/// The notes of one kind about one place in a state, oldest first; the last ``undone`` of them are taken back.
///
/// A journal keeps such columns, each with notes of one type, so that no note needs a box of its own. This is what can be
/// done with them without a look at their type or that of the state; the rest is in ``Column``.
@usableFromInline class Notes {
  /// Its place in the journal's list of columns.
  @usableFromInline let number: Int
  /// The bytes of the state that the place covers.
  let bytes: Range<Int>
  /// Whether another column of the journal covers some of the same bytes.
  final var overlaps = false
  @exclusivity(unchecked) @usableFromInline final var ring: Ring
  @exclusivity(unchecked) final var undone = 0
  /// Notes that are plain bits need no call to be let go.
  private let isTrivial: Bool

  init<Note>(number: Int, offset: Int, size: Int, of note: Note.Type) {
    self.number = number
    bytes = offset..<offset + size
    ring = Ring()
    isTrivial = _isPOD(note)
  }

  init<Note>(copying other: Notes, of note: Note.Type) {
    number = other.number
    bytes = other.bytes
    overlaps = other.overlaps
    ring = Ring(copying: other.ring, of: note)
    undone = other.undone
    isTrivial = other.isTrivial
  }

  deinit { ring.free() }

  /// One more than the index of the newest note that stands.
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

  /// Lets go of the note at the index.
  func end(_ index: Int) { fatalError("for the subclass") }

  /// Another column with the same notes.
  func copy() -> Notes { fatalError("for the subclass") }
}
