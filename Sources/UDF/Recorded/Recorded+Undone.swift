extension Recorded {
  /// Undone edits that were set aside, so that a write does not remove them.
  package struct Undone {
    let position: Int
    let entries: [JournalEntry]
    let notes: [(column: Int, notes: Any)]
  }

  /// Removes the undone edits from the journal and returns them, at a cost by their number; nil if there are none.
  package mutating func setUndoneAside() -> Undone? {
    own()
    return journal.setUndoneAside().map { Undone(position: position, entries: $0, notes: $1) }
  }

  /// Restores the edits that were set aside, after later writes were removed. Does nothing for another journal.
  package mutating func putBack(_ undone: Undone) {
    own()
    guard position == undone.position, end == position, journal.contains(undone.notes.map(\.column)) else { return }
    journal.putBack(undone.entries, undone.notes)
  }
}
