/// Receives log entries, in addition to `AppHost.observe`.
///
///     struct Shout: LogSink {
///       func write(_ entry: LogEntry) { print(entry.message.uppercased()) }
///     }
public protocol LogSink: Sendable {
  func write(_ entry: LogEntry)
}
