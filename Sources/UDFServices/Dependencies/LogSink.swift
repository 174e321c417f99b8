/// Where the log goes besides to ``AppHost/onEvent``.
///
///     struct Shout: LogSink {
///       func write(_ entry: LogEntry) { print(entry.message.uppercased()) }
///     }
public protocol LogSink: Sendable {
  func write(_ entry: LogEntry)
}
