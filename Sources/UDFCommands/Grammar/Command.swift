/// The commands of the console. Every other line is Lua.
package enum Command: String, CaseIterable {
  case help
  // Looking.
  case ls, state, view, print, screen, sync, log
  // Acting.
  case tap, type, back, nav
  // History.
  case hist, action, diff, at, resume, undo, redo, blame
  // Observing.
  case watch, trace, effects, cancel, prof
  // Sessions.
  case save, load, rec
  // Developing.
  case replay, reload
  case reloadAndReset = "reload!"
  case quit

  /// The kind of argument that follows a command's name, for completion.
  package enum Argument {
    case none, command, feature, synced, view, path, filter, action, actions, moment, link, screen, target, field, file
    case watched, traced, profiled, count, lua, effect, effects, log
  }
}
