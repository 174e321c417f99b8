import GRDB
import Platform
import UDFStorage

/// A log in an SQLite file, for several processes of one machine. The file must be on a local disk.
///
///     let log = ActionLog(SQLiteLog("shop.log"))
public struct SQLiteLog: LogEngine {
  public let path: String
  /// The maximum seconds to wait for another process that writes.
  public let patience: Double

  public init(_ path: String, patience: Double = 5) {
    self.path = path
    self.patience = patience
  }

  public var name: String { path }

  /// The absolute path without `.` and `..`. Links are not followed, because the file may not exist yet.
  public var identity: String {
    var folder = ""
    if !path.hasPrefix("/"), let working = getcwd(nil, 0) {
      folder = String(cString: working) + "/"
      free(working)
    }
    var names: [Substring] = []
    for name in (folder + path).split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  public func connect(creates: Bool) throws(LogFailure) -> any LogConnection {
    do {
      var status = stat()
      // Links, pipes and devices are refused.
      if lstat(path, &status) == 0 {
        do { try RegularFile.check(status) } catch { throw LogFailure.refused(path, "\(error.reason); name a file") }
      }
      if let problem = accessProblem { throw LogFailure(.unreachable, "\(path): \(problem)") }
      if !creates, stat(path, &status) != 0 || status.st_size == 0 { throw LogFailure.missing(path) }
      let queue = try SQLiteStorage.open(path, patience: patience, isShared: true)
      let connection = SQLiteConnection(path, queue)
      try connection.open(creates: creates)
      return connection
    } catch {
      throw LogFailure(error, of: path)
    }
  }
}

extension SQLiteLog {
  /// Why the file cannot be opened; nil: nothing is known. SQLite gives no reason.
  private var accessProblem: String? {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    if access(folder, F_OK) != 0 {
      return "the folder \(folder) does not exist; make it, or name a file in another one"
    }
    if access(path, F_OK) != 0 {
      return access(folder, W_OK) == 0 ? nil : "this user may not make files in \(folder); change its permissions"
    }
    return access(path, R_OK) == 0 ? nil : "this user may not read the file; change its permissions"
  }
}

extension LogFailure {
  /// Converts an error of SQLite or GRDB.
  init(_ error: any Error, of path: String) {
    if let failure = error as? LogFailure {
      self = failure
      return
    }
    if (error as? DatabaseError)?.resultCode == .SQLITE_NOTADB {
      self = .incompatible(
        path, "is not an action log; name another file, or move this one away to start with a new log")
      return
    }
    let failure = StorageFailure(error, in: path)
    self =
      switch failure.code {
      case .full: LogFailure(.full, failure.message)
      case .readOnly: LogFailure(.refused, failure.message)
      case .corrupt, .newer: LogFailure(.incompatible, failure.message)
      case .busy, .memory, .failed: LogFailure(.unreachable, failure.message)
      }
  }
}
