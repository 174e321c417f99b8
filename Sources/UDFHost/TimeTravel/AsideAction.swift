import LuaRuntime

/// An action that is recorded but not in the history.
struct AsideAction {
  let kept: History.Kept
  /// What it changed when it was reduced last.
  let changes: [Change]
  /// The undo that removed it; nil: its reducers refuse it since an undo.
  var undo: Int?

  var n: Int { kept.n }
}
