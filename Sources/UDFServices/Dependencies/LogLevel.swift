/// The severity of a log entry.
public enum LogLevel: String, Sendable, CaseIterable {
  case trace, debug, info, notice, warning, error, critical
}
