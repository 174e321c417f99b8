import Platform

/// A file on disk that is open for reading.
struct DiskFile: OpenFile {
  let file: RegularFile
  var size: Int64 { file.size }

  func read(_ count: Int) throws(FileProblem) -> [UInt8] {
    do throws(RegularFileFailure) { return try file.next(count) } catch { throw FileProblem(error) }
  }
}

extension FileProblem {
  /// The problem that `errno` describes for a failed operation.
  package static func system(_ attempt: String) -> FileProblem { system(attempt, errno) }

  init(_ failure: RegularFileFailure) {
    switch failure {
    case .notRegular, .system(EISDIR): self = .notAFile
    case .link: self = .link
    case .tooLarge(let limit): self = .tooLarge("bytes", limit: limit)
    case .memory(let shortage): self = .failed("cannot be read", reason: "\(shortage)")
    case .system(let number): self = .system("cannot be read", number)
    }
  }

  private static func system(_ attempt: String, _ number: Int32) -> FileProblem {
    switch number {
    case ENOENT: .notFound
    case ELOOP: .link
    case ENOTDIR: .notAFolder
    default: .failed(attempt, reason: String(cString: strerror(number)))
    }
  }
}
