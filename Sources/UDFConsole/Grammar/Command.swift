/// The commands of the console; everything that is not one of them is Lua.
enum Command: String, CaseIterable {
  case help
  // Looking.
  case ls, state, view, screen, sync
  // Acting.
  case tap, type, back, nav
  // History.
  case hist, diff, at, resume, undo, redo, blame
  // Observing.
  case watch, trace, prof
  // Sessions.
  case save, load, rec
  // Developing.
  case replay, reload
  case reloadAndReset = "reload!"
  case quit

  /// What may follow a command's name, for completion.
  enum Argument {
    case none, command, feature, synced, view, path, filter, action, moment, link, screen, target, field, file, watched,
      traced
    case profiled, count
  }
}
