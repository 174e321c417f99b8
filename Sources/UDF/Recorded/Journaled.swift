/// A value that records its own edits inside a `Recorded`, if recording its whole old value is too expensive.
///
///     var state = Recorded(TodoState(), historyLimit: 100)
///     state.todos.upsert(todo)   // the table records one row instead of the whole list
///     state.commit()
///     state.undo()
public protocol Journaled {
  /// One change of the value.
  associatedtype Edit
  /// Starts to record the edits of mutations.
  mutating func beginEdits()
  /// Returns the edits since `beginEdits()`, oldest first, and stops recording.
  mutating func endEdits(_ body: (consuming Edit) -> Void)
  /// Undoes one edit. Edits are undone from the newest to the oldest.
  mutating func undo(_ edit: Edit)
  /// Redoes one edit. Edits are redone from the oldest to the newest.
  mutating func redo(_ edit: Edit)
}
