import LuaRuntime

extension HostService {
  /// `cx.services.log`: the same log that `cx.log` writes to.
  static func log(_ write: @escaping (LogLevel, String, Record) -> Void) -> HostService {
    let levels: [LogLevel] = [.debug, .info, .notice, .warning, .error]
    return HostService(
      "log", doc: "The log.",
      levels.map { level in
        ServiceMethod(
          level.rawValue, ["message": "string", "fields": "table?"],
          doc: "Logs a line with the level \(level.rawValue)."
        ) { call in
          write(level, call.string("message"), call["fields"].fields)
          return .none
        }
      })
  }
}
