/// What was done at a place of a ``Recorded`` state.
public enum RecordedEditKind {
  /// The value there was replaced, or changed in place.
  case set(old: Any, new: Any)
  /// The ``Journaled`` value there made this edit of its own.
  case edit(Any)
}
