import Logging
import LuaRuntime

/// Writes to swift-log with the label `udfhost.APP`. The program selects the destination with `LoggingSystem.bootstrap`.
public struct LoggerSink: LogSink {
  public init() {}

  public func write(_ entry: LogEntry) {
    Logger(label: "udfhost.\(entry.app)").log(
      level: Logger.Level(entry.level), "\(entry.message)",
      metadata: entry.fields.isEmpty ? nil : metadata(entry.fields))
  }

  private func metadata(_ record: Record) -> Logger.Metadata {
    Logger.Metadata(uniqueKeysWithValues: record.map { ($0.key, metadata($0.value)) })
  }

  private func metadata(_ value: Value) -> Logger.MetadataValue {
    switch value {
    case .string(let text): .string(text)
    case .list(let items): .array(items.map(metadata))
    case .map(let record): .dictionary(metadata(record))
    default: .string(value.description)
    }
  }
}

extension Logger.Level {
  fileprivate init(_ level: LogLevel) {
    self =
      switch level {
      case .trace: .trace
      case .debug: .debug
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      case .critical: .critical
      }
  }
}
