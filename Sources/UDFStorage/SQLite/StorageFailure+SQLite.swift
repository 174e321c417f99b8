import GRDB

extension StorageFailure {
  /// Converts an error of SQLite or GRDB for a file.
  package init(_ error: any Error, in file: String) {
    guard let error = error as? DatabaseError else {
      self = error as? StorageFailure ?? .failed(file, "\(error)")
      return
    }
    let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    self =
      switch error.resultCode {
      // The statements are constant. If SQLite rejects one, the tables of the file are not the expected ones.
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: .corrupt(file, reason)
      // SQLite reports a full disk for deletions too.
      case .SQLITE_FULL: .full(file)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(file)
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(file, reason)
      default: .failed(file, reason)
      }
  }
}
