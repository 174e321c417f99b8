extension Recorded {
  /// The number of edits since the state was made, without undone ones.
  public var position: Int { journal.position }

  /// The position of the last edit that can be redone. The edits between ``position`` and this one are undone.
  public var end: Int { journal.end }

  /// The position of the first edit that can be undone.
  public var start: Int { journal.start }

  /// Undoes or redoes all edits between the present position and another one.
  ///
  ///     state.travel(to: state.start)          // undoes everything
  ///     state.truncate(at: state.position)     // nothing can be redone
  ///     state.forget(before: state.position)   // nothing can be undone
  ///
  /// A position before ``start`` or after ``end`` is replaced by the nearest valid one.
  public mutating func travel(to position: Int) {
    if journal.isHeld { return }
    own()
    withUnsafeMutablePointer(to: &current) { [journal] in journal.travel(to: position, $0) }
  }

  /// Undoes all edits since a position and removes them from the journal. Use it after a reducer has thrown.
  ///
  ///     let before = state.position
  ///     do { try reduce(&state) } catch { state.rollback(to: before) }
  public mutating func rollback(to position: Int) {
    travel(to: position)
    truncate(at: position)
  }

  /// Removes the undone edits after a position. Each write does this automatically.
  public mutating func truncate(at position: Int) {
    if journal.isHeld { return }
    own()
    journal.truncate(at: position)
  }

  /// Removes the edits before a position. Undone edits stay.
  public mutating func forget(before position: Int) {
    if journal.isHeld { return }
    own()
    journal.forget(before: position)
  }

  /// Returns the edits between two positions, oldest first, including undone ones.
  ///
  ///     let paths = state.edits(before..<state.position).map(\.keyPath)
  ///
  /// The cost depends on the distance from ``position`` to the far end of the range. If the value is `Equatable`,
  /// writes that changed nothing are left out. Edits outside of the journal's range are left out too.
  @inlinable public func edits(_ range: Range<Int>) -> [RecordedEdit<State>] {
    var edits: [RecordedEdit<State>] = []
    func append(_ keyPath: AnyKeyPath, _ kind: RecordedEditKind) {
      // Every key path in this journal comes from a write to this state.
      edits.append(RecordedEdit(unsafeDowncast(keyPath, to: PartialKeyPath<State>.self), kind))
    }
    var copy = current
    withUnsafeMutablePointer(to: &copy) { journal.reportUndoing(range, $0, append) }
    edits.reverse()
    copy = current
    withUnsafeMutablePointer(to: &copy) { journal.reportRedoing(range, $0, append) }
    return edits
  }

  /// Ends a transaction: the edits since the last one are undone and redone together.
  @inlinable public mutating func commit() {
    if journal.isHeld { return }
    own()
    journal.commit()
  }

  /// Undoes the last transaction, or the edits since. Returns whether there was anything to undo.
  @discardableResult public mutating func undo() -> Bool {
    if journal.isHeld { return false }
    own()
    return withUnsafeMutablePointer(to: &current) { [journal] in journal.undo($0) }
  }

  /// Redoes the transaction that was undone last. Returns whether there was one.
  @discardableResult public mutating func redo() -> Bool {
    if journal.isHeld { return false }
    own()
    return withUnsafeMutablePointer(to: &current) { [journal] in journal.redo($0) }
  }

  /// The edits of the last ``commit()``, ``undo()`` or ``redo()``, oldest first.
  ///
  /// Empty if there were none, or if the history limit is 0.
  @inlinable public var changes: [RecordedEdit<State>] { edits(journal.changed) }
}
