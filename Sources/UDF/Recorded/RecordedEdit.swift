/// One thing that was written to a ``Recorded`` state.
///
///     for edit in state.edits(before..<state.position) {
///       if case .set(let old, let new) = edit.kind { print(edit.keyPath, old, new) }
///     }
public struct RecordedEdit<State> {
  /// What was done at a place.
  public typealias Kind = RecordedEditKind

  /// The place; `\.self` if the write went through a property or subscript that is not stored in the state itself.
  public let keyPath: PartialKeyPath<State>
  /// What was done there.
  public let kind: Kind

  @inlinable init(_ keyPath: PartialKeyPath<State>, _ kind: Kind) {
    self.keyPath = keyPath
    self.kind = kind
  }
}
