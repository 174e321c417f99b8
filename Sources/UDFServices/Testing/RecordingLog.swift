import Platform
import UDF

/// A log that stores its entries in memory.
public final class RecordingLog: LogSink {
  private let kept = Guarded<[LogEntry]>([])

  public init() {}

  public var entries: [LogEntry] { kept.withLock { $0 } }

  public func write(_ entry: LogEntry) { kept.withLock { $0.append(entry) } }
}
