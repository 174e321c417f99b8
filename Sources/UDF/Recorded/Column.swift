/// The notes of one place in a state, and what they do to it.
@usableFromInline class Column<State>: Notes {
  /// Takes back the newest note that stands.
  func goBack(_ state: inout State) { fatalError("for the subclass") }
  /// Does the oldest note again that is taken back.
  func goForth(_ state: inout State) { fatalError("for the subclass") }

  /// Tells the standing note at the index and takes it back in `state`, which is only a copy.
  func tellBack(_ index: Int, _ state: inout State) -> RecordedEdit<State>? { fatalError("for the subclass") }
  /// Tells the note at the index that is taken back and does it again in `state`, which is only a copy.
  func tellForth(_ index: Int, _ state: inout State) -> RecordedEdit<State>? { fatalError("for the subclass") }
}
