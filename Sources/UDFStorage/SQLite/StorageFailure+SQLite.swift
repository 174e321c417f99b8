import GRDB

extension StorageFailure {
  /// The failure that an error of SQLite or GRDB means for a file.
  package init(_ error: any Error, in file: String) {
    guard let error = error as? DatabaseError else {
      self = error as? StorageFailure ?? .failed(file, "\(error)")
      return
    }
    let reason = error.message ?? "SQLite says \(error.resultCode.rawValue)"
    self =
      switch error.resultCode {
      // The statements are fixed: one that SQLite refuses has met tables it was not written for.
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: .corrupt(file, reason)
      // SQLite reports it for deletions too.
      case .SQLITE_FULL: .full(file)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(file)
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(file, reason)
      default: .failed(file, reason)
      }
  }
}
