/// The exit codes of the command.
public enum ExitCode: Int32, Sendable {
  case success = 0
  /// An error, or an action that was refused or that nobody handled.
  case failure = 1
  /// Wrong arguments, or an app that did not load.
  case usage = 2
  /// Effects were still running at the end.
  case unsettled = 3
  case interrupted = 130
}
