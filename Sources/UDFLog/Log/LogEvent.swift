/// An event for a subscriber of a log.
public enum LogEvent: Sendable {
  /// The next entries, without gaps. The log's head is at this position or after it.
  case entries([LogEntry], head: Int64)
  /// All entries have been delivered. After ``disconnected(_:)`` it also means that the engine responds again.
  case live(LogHead)
  /// The engine does not respond. The subscription tries again until it is cancelled.
  case disconnected(LogFailure)
  /// No more events follow: the entries are trimmed or lost, or the log refuses to be read.
  case ended(LogFailure)
}
