import LuaRuntime
import Platform
import UDF
import UDFStorage

/// Stores values in an SQLite file in each app's data folder. A value that was set survives a crash. The file is made when the
/// first value is set.
///
///     let values = DiskValues()
///     try values.set("dark", of: "theme", in: "/home/ann/.local/share/udfhost/notes")
public final class DiskValues: KeyValueStore {
  private struct Files {
    var open: [String: ValueFile] = [:]
    /// The folders whose values another process used when they were needed. An app that could not read its values must not replace
    /// them later.
    var missed: Set<String> = []
  }

  private let files = Guarded(Files())

  public init() {}

  public func value(of key: String, in folder: String) throws -> Value {
    try existing(in: folder)?.value(of: key) ?? .none
  }

  public func keys(in folder: String) throws -> [String] { try existing(in: folder)?.keys ?? [] }

  public func set(_ value: Value, of key: String, in folder: String) throws {
    let file = try file(in: folder)
    do throws(StorageFailure) { try file.set(value, of: key) } catch { throw ServiceError(error) }
  }

  public func removeAll(in folder: String) throws {
    guard let file = try existing(in: folder) else { return }
    do throws(StorageFailure) { try file.removeAll() } catch { throw ServiceError(error) }
  }

  private func existing(in folder: String) throws -> ValueFile? {
    if let file = files.withLock({ $0.open[folder] }) { return file }
    return ValueFile.exists(in: folder) ? try file(in: folder) : nil
  }

  private func file(in folder: String) throws -> ValueFile {
    guard !folder.hasPrefix(DataFolder.unknown) else {
      throw ServiceError(
        code: "failed", message: "\(folder): HOME is not set; set it or XDG_DATA_HOME, or give --data FOLDER")
    }
    return try files.withLock { files in
      if let file = files.open[folder] { return file }
      guard !files.missed.contains(folder) else {
        throw ServiceError(
          code: "busy",
          message: "\(folder)/kv.sqlite: another process used it when this app needed its values; start the app again")
      }
      do throws(StorageFailure) {
        let file = try ValueFile(in: folder)
        files.open[folder] = file
        return file
      } catch {
        if error.code == .busy { files.missed.insert(folder) }
        throw ServiceError(error)
      }
    }
  }
}

extension ServiceError {
  init(_ failure: StorageFailure) {
    switch failure.code {
    case .busy: self.init(code: "busy", message: failure.message)
    case .memory: self.init(code: "memory", message: failure.message)
    default: self.init(code: "failed", message: failure.message)
    }
  }
}
