/// The notes of one kind about one place in the state, oldest first; the last ``undone`` of them are taken back.
///
/// A journal keeps such columns, each with notes of one type, so that no note needs a box of its own.
@usableFromInline class Column<State> {
  /// The bytes of the state that the place covers.
  let bytes: Range<Int>
  /// Whether another column of the journal covers some of the same bytes.
  var overlaps = false
  var undone = 0

  init(bytes: Range<Int>) { self.bytes = bytes }

  /// Another column with the same notes.
  func copy() -> Column { fatalError("for the subclass") }

  /// Takes back the newest note that stands.
  func goBack(_ state: inout State) { fatalError("for the subclass") }
  /// Does the oldest note again that is taken back.
  func goForth(_ state: inout State) { fatalError("for the subclass") }

  /// Tells a note and takes it back in `state` only, which others behind it have left already.
  func tellBack(_ behind: Int, _ state: inout State) -> RecordedEdit<State>? { fatalError("for the subclass") }
  /// Tells a note that is taken back and does it again in `state` only, which others before it have reached already.
  func tellForth(_ before: Int, _ state: inout State) -> RecordedEdit<State>? { fatalError("for the subclass") }

  func forgetOldest() { fatalError("for the subclass") }
  func forgetNewest() { fatalError("for the subclass") }
}
