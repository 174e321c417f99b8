#if SQLite
  import GRDB

  extension CacheFailure {
    /// What SQLite says of a file.
    init(_ error: any Error, in file: String) {
      guard let error = error as? DatabaseError else {
        self = error as? CacheFailure ?? .failed(file, "\(error)")
        return
      }
      let reason = error.message ?? "SQLite says \(error.resultCode.rawValue)"
      self =
        switch error.resultCode {
        // The statements are always the same: one that is wrong has met other tables than it was written for.
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: .corrupt(file, reason)
        // Which SQLite says of a deletion, too.
        case .SQLITE_FULL: .full(file)
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(file)
        case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(file, reason)
        default: .failed(file, reason)
        }
    }
  }
#endif
