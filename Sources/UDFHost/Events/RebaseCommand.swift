/// Why past actions are reduced again: a command, or actions of other hosts with earlier places in the log.
public enum RebaseCommand: String, Sendable {
  case undo, redo, resume, replay, confirm
}
