import Platform

/// A file on the disk that is being read.
struct DiskFile: OpenFile {
  let descriptor: Descriptor
  let size: Int64

  func read(_ count: Int) throws(FileProblem) -> [UInt8] {
    guard let bytes = descriptor.next(count) else { throw .system("cannot be read") }
    return bytes
  }
}

extension FileProblem {
  /// What `errno` says of what was tried.
  package static func system(_ attempt: String) -> FileProblem {
    switch errno {
    case ENOENT: .notFound
    case ELOOP: .link
    case ENOTDIR: .notAFolder
    default: .failed(attempt, reason: String(cString: strerror(errno)))
    }
  }
}
