/// One write to a ``Recorded`` state.
///
///     for edit in state.edits(before..<state.position) {
///       if case .set(let old, let new) = edit.kind { print(edit.keyPath, old, new) }
///     }
public struct RecordedEdit<State> {
  /// The path of the value; `\.self` if the write used a property or subscript that is not stored in the state itself.
  public let keyPath: PartialKeyPath<State>
  /// The kind of the edit.
  public let kind: RecordedEditKind

  @inlinable init(_ keyPath: PartialKeyPath<State>, _ kind: RecordedEditKind) {
    self.keyPath = keyPath
    self.kind = kind
  }
}
