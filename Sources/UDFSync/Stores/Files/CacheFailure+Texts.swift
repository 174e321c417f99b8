import Platform

extension CacheFailure {
  static func corrupt(_ file: String, _ reason: String) -> CacheFailure {
    CacheFailure(.corrupt, "\(file): is damaged: \(reason); put it aside and begin anew")
  }

  static func newer(_ file: String, _ what: String) -> CacheFailure {
    CacheFailure(.newer, "\(file): \(what); use the newer app, or move the file away to begin anew")
  }

  static func full(_ file: String) -> CacheFailure {
    CacheFailure(.full, "\(file): there is no room on the disk; make some")
  }

  static func busy(_ file: String) -> CacheFailure {
    CacheFailure(.busy, "\(file): is used by another process; close it and try again")
  }

  static func readOnly(_ file: String, _ reason: String) -> CacheFailure {
    CacheFailure(.readOnly, "\(file): cannot be written: \(reason); make it writable, or keep it in another folder")
  }

  static func failed(_ file: String, _ reason: String) -> CacheFailure {
    CacheFailure(.failed, "\(file): \(reason); see that its disk is well, and try again")
  }

  /// What `errno` says of what was tried.
  static func system(_ file: String) -> CacheFailure {
    let reason = String(cString: strerror(errno))
    return switch errno {
    case ENOSPC, EDQUOT: .full(file)
    case EACCES, EPERM, EROFS: .readOnly(file, reason)
    default: .failed(file, reason)
    }
  }
}
