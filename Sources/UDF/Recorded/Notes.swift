/// The notes of one kind about one place in a state, oldest first; the last ``undone`` of them are taken back.
///
/// A journal keeps such columns, each with notes of one type, so that no note needs a box of its own. They find their place
/// by its offset: it is stored in the state itself, and what is reached so is reached without a look at the state's type.
@usableFromInline class Notes {
  /// A key path that leads to the place.
  let keyPath: AnyKeyPath
  /// The bytes of the state that the place covers.
  let bytes: Range<Int>
  /// Its place in the journal's list of columns.
  @usableFromInline let number: Int
  /// Whether another column of the journal covers some of the same bytes.
  final var overlaps = false
  @exclusivity(unchecked) @usableFromInline final var ring: Ring
  @exclusivity(unchecked) final var undone = 0
  /// Notes that are plain bits need no call to be let go.
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

  final func goBack(_ state: UnsafeMutableRawPointer) {
    takeBack(standing - 1, at: state + bytes.lowerBound)
    undone += 1
  }

  final func goForth(_ state: UnsafeMutableRawPointer) {
    doAgain(standing, at: state + bytes.lowerBound)
    undone -= 1
  }

  /// Takes the notes out that are taken back, as an array of them.
  func setAside() -> Any { fatalError("for the subclass") }
  /// Puts notes back that ``setAside()`` has taken out, and nothing has been noted since that still stands.
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

  /// Another column with the same notes.
  func copy() -> Notes { fatalError("for the subclass") }
  /// Lets go of the note at the index.
  func end(_ index: Int) { fatalError("for the subclass") }

  /// The edit at the index, nil if notes are old values.
  func edit(_ index: Int) -> Any? { nil }

  func takeBack(_ index: Int, at place: UnsafeMutableRawPointer) { fatalError("for the subclass") }
  func doAgain(_ index: Int, at place: UnsafeMutableRawPointer) { fatalError("for the subclass") }

  /// Tells a note and takes it back or does it again at a place in a copy of the state; nil if there is nothing to tell.
  func tell(_ index: Int, back: Bool, at place: UnsafeMutableRawPointer) -> RecordedEditKind? {
    fatalError("for the subclass")
  }
}
