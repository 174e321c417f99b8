extension Recorded {
  /// What was taken back, set aside so that a write does not forget it; nil if nothing was.
  package struct Undone {
    let position: Int
    let entries: [JournalEntry]
    let notes: [(column: Int, notes: Any)]
  }

  /// Takes out what was taken back. Its cost is that of what it takes.
  package mutating func setUndoneAside() -> Undone? {
    own()
    return journal.setUndoneAside().map { Undone(position: position, entries: $0, notes: $1) }
  }

  /// Puts back what was set aside here, when what was written since has been taken back and forgotten; not into another
  /// journal, which somebody has put in place of this one.
  package mutating func putBack(_ undone: Undone) {
    own()
    guard position == undone.position, end == position, journal.knows(undone.notes.map(\.column)) else { return }
    journal.putBack(undone.entries, undone.notes)
  }
}
