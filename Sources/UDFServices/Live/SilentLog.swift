/// Writes nothing, for programs that show what ``AppHost/onEvent`` tells.
public struct SilentLog: LogSink {
  public init() {}

  public func write(_ entry: LogEntry) {}
}
