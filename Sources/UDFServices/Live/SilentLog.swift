/// Discards log entries, for programs that show the events of `AppHost.observe` instead.
public struct SilentLog: LogSink {
  public init() {}

  public func write(_ entry: LogEntry) {}
}
