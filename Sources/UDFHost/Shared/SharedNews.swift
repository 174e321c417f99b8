import UDFLog

/// A report from the threads of the log to the host's owner.
enum SharedNews: Sendable {
  case joined(LogJoin)
  case event(LogEvent)
  case outcome(LogBatch, AppendOutcome)
  /// This host has saved the snapshot of the state after an entry, made by this code.
  case saved(position: Int64, code: String, digest: String)
  /// The state after an entry differs from the state of another host, which has saved this snapshot.
  case differs(position: Int64, from: String, LogSnapshot?)
  /// A batch of an earlier run that is appended next.
  case leftOver(LogBatch)
  /// The number of actions of earlier runs that wait, and the position of the last one; `.max` until each is appended or refused.
  case earlier(Int, end: Int64)
  /// The entries up to a position were removed.
  case trimmed(to: Int64)
  /// A problem that is shown to the user and has no other consequence.
  case problem(String)
}
