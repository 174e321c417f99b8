/// The commands of the console; everything that is not one of them is Lua.
enum Command: String, CaseIterable {
  case help, ls, state, view, screen, tap, type, back, hist, undo, redo, nav, reload
  case reloadAndReset = "reload!"
  case quit

  /// What may follow a command's name, for completion.
  enum Argument {
    case none, command, feature, view, path, count, link, screen, target, field
  }
}
