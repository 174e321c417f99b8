import Platform

extension StorageFailure {
  package static func corrupt(_ file: String, _ reason: String) -> StorageFailure {
    StorageFailure(.corrupt, "\(file): is damaged: \(reason); move it away to start with a new file")
  }

  package static func newer(_ file: String, _ what: String) -> StorageFailure {
    StorageFailure(.newer, "\(file): \(what); use the newer app, or move the file away to start with a new file")
  }

  package static func full(_ file: String) -> StorageFailure {
    StorageFailure(.full, "\(file): the disk is full; free some space")
  }

  package static func busy(_ file: String, by owner: String = "another process") -> StorageFailure {
    StorageFailure(.busy, "\(file): is used by \(owner); close it and try again")
  }

  package static func readOnly(_ file: String, _ reason: String) -> StorageFailure {
    StorageFailure(.readOnly, "\(file): cannot be written: \(reason); make it writable, or keep it in another folder")
  }

  package static func failed(_ file: String, _ reason: String) -> StorageFailure {
    StorageFailure(.failed, "\(file): \(reason); check the disk, and try again")
  }

  /// The failure for a path that is not a regular file, or for a file that is too large.
  package static func other(_ file: String, _ reason: String) -> StorageFailure {
    StorageFailure(.failed, "\(file): \(reason); move it away, and try again")
  }

  /// The failure for the current `errno`.
  package static func system(_ file: String) -> StorageFailure {
    let reason = String(cString: strerror(errno))
    return switch errno {
    case ENOSPC, EDQUOT: .full(file)
    case EACCES, EPERM, EROFS: .readOnly(file, reason)
    default: .failed(file, reason)
    }
  }
}
