/// The exit codes of the command.
public enum ExitCode: Int32, Sendable {
  case success = 0
  /// An error occurred, an action was refused or had no handler, or the shared log was not reached or can no longer be followed.
  case failure = 1
  /// The arguments were wrong, or the app did not load.
  case usage = 2
  /// Effects were still running at the end, or the shared log had not confirmed an action or delivered all of its entries.
  case unsettled = 3
  /// A script could not be stopped.
  case stuck = 4
  case interrupted = 130
  /// The reader of standard output has closed the pipe before the end, as for a process that SIGPIPE ends.
  case unread = 141
}
