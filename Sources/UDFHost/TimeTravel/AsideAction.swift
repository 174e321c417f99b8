import LuaRuntime

/// A recorded action that the history no longer contains.
struct AsideAction {
  let kept: History.Kept
  /// The changes that it made when it was last reduced.
  let changes: [Change]
  /// The number of the undo that removed it; nil: a reducer refuses it since a rebase.
  var undo: Int?

  var n: Int { kept.n }
}
