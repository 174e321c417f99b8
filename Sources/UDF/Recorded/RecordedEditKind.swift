/// The kind of an edit in a ``Recorded`` state.
///
///     switch edit.kind {
///     case .set(let old, let new): print(edit.keyPath, old, new)
///     case .edit(let edit): print(edit)
///     }
public enum RecordedEditKind {
  /// The value was replaced, or changed in place.
  case set(old: Any, new: Any)
  /// The ``Journaled`` value recorded this edit itself.
  case edit(Any)
}
