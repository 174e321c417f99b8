extension Recorded {
  /// Where the journal stands: counts the edits since the state was made, less those taken back.
  public var position: Int { journal.position }

  /// The position of the last edit that can be done again; what lies between it and ``position`` was taken back.
  public var end: Int { journal.end }

  /// The position of the first edit that can be taken back.
  public var start: Int { journal.start }

  /// Takes back or does again whatever lies between here and the position.
  ///
  /// A position before ``start`` or behind ``end`` is taken as the nearest one that is known.
  public mutating func travel(to position: Int) {
    if journal.isHeld { return }
    own()
    withUnsafeMutablePointer(to: &current) { [journal] in journal.travel(to: position, $0) }
  }

  /// Takes back everything since the position for good; what a throwing reducer is followed by.
  ///
  ///     let before = state.position
  ///     do { try reduce(&state) } catch { state.rollback(to: before) }
  public mutating func rollback(to position: Int) {
    travel(to: position)
    truncate(at: position)
  }

  /// Forgets what was taken back and lies behind the position; a write does so by itself.
  public mutating func truncate(at position: Int) {
    if journal.isHeld { return }
    own()
    journal.truncate(at: position)
  }

  /// Forgets what lies before the position, and not what was taken back.
  public mutating func forget(before position: Int) {
    if journal.isHeld { return }
    own()
    journal.forget(before: position)
  }

  /// What was written between two positions, oldest first, told as it was done also if it is taken back now.
  ///
  /// The cost grows with the distance from ``position`` to the far end of the range. Where the value is `Equatable`, a
  /// write that changed nothing is left out. What is no longer or not yet known is left out too.
  @inlinable public func edits(_ range: Range<Int>) -> [RecordedEdit<State>] {
    var told: [RecordedEdit<State>] = []
    func tell(_ keyPath: AnyKeyPath, _ kind: RecordedEditKind) {
      // Every key path in this journal came with a write to this state.
      told.append(RecordedEdit(unsafeDowncast(keyPath, to: PartialKeyPath<State>.self), kind))
    }
    var copy = current
    withUnsafeMutablePointer(to: &copy) { journal.tellBack(range, $0, tell) }
    told.reverse()
    copy = current
    withUnsafeMutablePointer(to: &copy) { journal.tellForth(range, $0, tell) }
    return told
  }

  /// Ends a transaction: what was written since the last one will be undone and redone together.
  @inlinable public mutating func commit() {
    if journal.isHeld { return }
    own()
    journal.commit()
  }

  /// Takes back the last transaction, or what was written since; returns whether there was anything.
  @discardableResult public mutating func undo() -> Bool {
    if journal.isHeld { return false }
    own()
    return withUnsafeMutablePointer(to: &current) { [journal] in journal.undo($0) }
  }

  /// Does the transaction again that was last taken back; returns whether there was any.
  @discardableResult public mutating func redo() -> Bool {
    if journal.isHeld { return false }
    own()
    return withUnsafeMutablePointer(to: &current) { [journal] in journal.redo($0) }
  }

  /// What the last ``commit()`` ended, or the last ``undo()`` or ``redo()`` moved over, oldest first.
  ///
  /// Empty if that was nothing, and if the history limit is 0.
  @inlinable public var changes: [RecordedEdit<State>] { edits(journal.changed) }
}
