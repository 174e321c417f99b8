/// The result of appending a ``LogBatch``.
public enum AppendOutcome: Sendable, Hashable {
  /// Each action of the batch is in the log exactly once, and will stay there. The value is the position of the host's
  /// newest entry: the last action of this batch, unless the host has appended others after it.
  case committed(Int64)
  /// Nothing was appended: the log's head is at this position, which is not the expected one.
  case rejected(head: Int64)
  /// Nothing was appended: the batch does not follow the last number of the host in the log, which is this value.
  /// Entries of the host were lost, or never appended.
  case gap(last: Int64)
  /// Nothing was appended, and the same batch will be refused again.
  case refused(LogFailure)
  /// The batch is in the log once, or not at all. Append it again with the same numbers to find out.
  case unknown(LogFailure)
}
