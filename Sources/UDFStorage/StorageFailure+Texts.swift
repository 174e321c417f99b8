import Platform

extension StorageFailure {
  package static func corrupt(_ file: String, _ reason: String) -> StorageFailure {
    StorageFailure(.corrupt, "\(file): is damaged: \(reason); put it aside and begin anew")
  }

  package static func newer(_ file: String, _ what: String) -> StorageFailure {
    StorageFailure(.newer, "\(file): \(what); use the newer app, or move the file away to begin anew")
  }

  package static func full(_ file: String) -> StorageFailure {
    StorageFailure(.full, "\(file): there is no room on the disk; make some")
  }

  package static func busy(_ file: String, by owner: String = "another process") -> StorageFailure {
    StorageFailure(.busy, "\(file): is used by \(owner); close it and try again")
  }

  package static func readOnly(_ file: String, _ reason: String) -> StorageFailure {
    StorageFailure(.readOnly, "\(file): cannot be written: \(reason); make it writable, or keep it in another folder")
  }

  package static func failed(_ file: String, _ reason: String) -> StorageFailure {
    StorageFailure(.failed, "\(file): \(reason); see that its disk is well, and try again")
  }

  /// The failure that `errno` describes.
  package static func system(_ file: String) -> StorageFailure {
    let reason = String(cString: strerror(errno))
    return switch errno {
    case ENOSPC, EDQUOT: .full(file)
    case EACCES, EPERM, EROFS: .readOnly(file, reason)
    default: .failed(file, reason)
    }
  }
}
