import Platform

/// The lock of a file that one owner uses at a time. It is released with the last reference.
///
/// The lock is a separate file, because the locked file may be replaced. The lock file contains the id of the owner's process.
package struct FileLock: Sendable {
  /// The suffix of the lock file's name.
  package static let suffix = ".lock"

  private let descriptor: Descriptor

  /// Acquires the lock of a file. Throws ``StorageFailure/Code/busy`` if another owner has it.
  ///
  /// - Parameters:
  ///   - file: the file's path.
  ///   - name: the file's name in `folder`; nil to use the path.
  ///   - patience: seconds to wait for the current owner.
  package init(
    of file: String, named name: String? = nil, in folder: Descriptor? = nil, patience: Double = 0
  ) throws(StorageFailure) {
    guard
      let descriptor = Descriptor(
        (name ?? file) + FileLock.suffix, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, in: folder)
    else { throw .system(file) }
    self.descriptor = descriptor
    var left = patience
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(file) }
      guard left > 0 else { throw .busy(file, by: owner) }
      usleep(20_000)
      left -= 0.02
    }
    // Writes the process id for the error of the next process.
    ftruncate(descriptor.number, 0)
    _ = descriptor.put(Array("\(getpid())".utf8))
  }

  /// The current owner of the lock, for an error.
  private var owner: String {
    let process = descriptor.next(20).flatMap { pid_t(String(decoding: $0, as: UTF8.self)) }
    return switch process {
    case getpid(): "another owner in this process"
    case let process?: "process \(process)"
    case nil: "another process"
    }
  }
}
