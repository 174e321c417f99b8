import LuaRuntime

/// An entry of the log.
public struct LogEntry: Sendable, Equatable {
  /// The name of the app that logs.
  public var app: String
  public var level: LogLevel
  public var message: String
  public var fields: Record

  public init(app: String, level: LogLevel, message: String, fields: Record = [:]) {
    self.app = app
    self.level = level
    self.message = message
    self.fields = fields
  }
}
