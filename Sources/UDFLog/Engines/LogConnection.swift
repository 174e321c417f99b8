/// One connection to a log. It blocks, and one thread uses it at a time.
///
/// After ``LogFailure/Code/unreachable`` it is not used again. Every call may be sent twice, by a network or a retry, and has
/// the same effect as if it were sent once.
public protocol LogConnection: AnyObject {
  /// Appends batches and returns one outcome for each, in their order. Each batch is atomic; together they need not be.
  ///
  /// A batch is committed when it survives a crash of the engine. Entries whose names are already in the log are not
  /// appended again. Throws if the outcome of any batch is unknown.
  func append(_ batches: [LogBatch]) throws(LogFailure) -> [AppendOutcome]

  /// Returns the head and at most `limit` entries after a position, as they are at one moment.
  func read(after position: Int64, limit: Int) throws(LogFailure) -> LogPage

  /// Waits until there may be an entry after a position, at most this long. May return entries to save a read.
  func wait(after position: Int64, limit: Int, seconds: Double) throws(LogFailure) -> [LogEntry]

  /// Makes ``wait(after:limit:seconds:)`` return or throw soon. May be called on any thread, and after the connection is closed.
  var interrupt: @Sendable () -> Void { get }

  /// Returns the number of the last entry that the log has of a host; 0: none.
  func lastNumber(of host: String) throws(LogFailure) -> Int64

  /// Removes the entries below a position, and the snapshots before them. Refused unless the log keeps a snapshot from
  /// which the state can be computed with the remaining entries.
  func trim(below position: Int64) throws(LogFailure)

  /// Stores a snapshot. Of the snapshots with the same reducers, only the two newest are kept. Refused with
  /// ``LogFailure/Code/diverged`` if the log has another link at its place.
  func save(_ snapshot: LogSnapshot) throws(LogFailure)

  /// Returns the newest snapshot of these reducers; with nil, of any reducers.
  func snapshot(reducers: String?) throws(LogFailure) -> LogSnapshot?
}
