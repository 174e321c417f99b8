import LuaRuntime
import Platform
import UDF

/// Values in a file of each app's data folder, which survive whatever ends the process. Nothing is made before the first
/// value is set.
///
///     let values = DiskValues()
///     try values.set("dark", of: "theme", in: "/home/ann/.local/share/udfhost/notes")
public final class DiskValues: KeyValueStore {
  private let logs = Guarded<[String: ValueLog]>([:])

  public init() {}

  public func value(of key: String, in folder: String) throws -> Value {
    try existing(in: folder)?.value(of: key) ?? .none
  }

  public func keys(in folder: String) throws -> [String] { try existing(in: folder)?.keys ?? [] }

  public func set(_ value: Value, of key: String, in folder: String) throws {
    try log(in: folder).set(value, of: key)
  }

  private func existing(in folder: String) throws -> ValueLog? {
    if let log = logs.withLock({ $0[folder] }) { return log }
    return access(ValueLog.path(in: folder), F_OK) == 0 ? try log(in: folder) : nil
  }

  private func log(in folder: String) throws -> ValueLog {
    try logs.withLock { logs in
      if let log = logs[folder] { return log }
      let log = try ValueLog(in: folder)
      logs[folder] = log
      return log
    }
  }
}
