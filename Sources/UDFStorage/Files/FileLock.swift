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
  ///   - otherProcess: seconds to wait if the current owner is another process; nil: ``patience``.
  package init(
    of file: String, named name: String? = nil, in folder: Descriptor? = nil, patience: Double = 0,
    otherProcess: Double? = nil
  ) throws(StorageFailure) {
    guard
      let descriptor = Descriptor(
        (name ?? file) + FileLock.suffix, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, in: folder)
    else { throw .system(file) }
    self.descriptor = descriptor
    var waited = 0.0
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(file) }
      let owner = owner
      let longest = owner == getpid() ? patience : otherProcess ?? patience
      guard waited < longest else { throw .busy(file, by: Self.title(of: owner)) }
      usleep(20_000)
      waited += 0.02
    }
    // Writes the process id for the error of the next process.
    ftruncate(descriptor.number, 0)
    _ = descriptor.put(Array("\(getpid())".utf8))
  }

  /// The process id of the lock's owner; nil if the owner has not written it yet.
  private var owner: pid_t? {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(descriptor.number, &bytes, bytes.count, 0)
    return count > 0 ? pid_t(String(decoding: bytes[..<count], as: UTF8.self)) : nil
  }

  /// Returns the name of an owner for an error.
  private static func title(of owner: pid_t?) -> String {
    switch owner {
    case getpid(): "another owner in this process"
    case let process?: "process \(process)"
    case nil: "another process"
    }
  }
}
