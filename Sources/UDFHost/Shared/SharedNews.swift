import UDFLog

/// What the threads of the log report to the host's owner.
enum SharedNews: Sendable {
  case joined(SharedJoin)
  case event(LogEvent)
  case outcome(LogBatch, AppendOutcome)
  /// This host has saved the snapshot of the state after an entry, made by this code.
  case saved(position: Int64, code: String, digest: String)
  /// The state after an entry is not that of another host, which has saved this snapshot.
  case differs(position: Int64, from: String, LogSnapshot?)
  /// A batch of an earlier run that is appended next.
  case leftOver(LogBatch)
  /// What the user should know, and nothing follows from.
  case problem(String)
}
