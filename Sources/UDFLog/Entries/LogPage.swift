/// Entries in their order, and the head of the log at the moment when they were read.
public struct LogPage: Sendable, Hashable {
  public var entries: [LogEntry]
  public var head: LogHead

  public init(entries: [LogEntry], head: LogHead) {
    self.entries = entries
    self.head = head
  }
}
