import Platform
import UDFServices
import UDFSync

/// The file of a recorded session. Only the user may read it, and one host at a time writes it.
final class SessionFile {
  static let beginning = Array("{\"kind\":\"session\",".utf8)

  private let descriptor: Descriptor
  /// The size in bytes, of whole lines.
  private var size = 0

  /// Makes the file, or empties it if it contains a session. Throws a ``HostError`` if it contains something else.
  init(_ path: String) throws(HostError) {
    func refusal(_ text: String) -> HostError { HostError(usage: "\(path): \(text)\n  Nothing is recorded.") }
    // A pipe or a device can be opened, but is refused later.
    guard let descriptor = Descriptor(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, mode: 0o600) else {
      if errno == ELOOP {
        throw refusal("this is a link, and the host does not write through links\n  To fix this, name the file itself")
      }
      throw refusal("cannot be written: \(String(cString: strerror(errno)))")
    }
    guard let status = descriptor.status, status.st_mode & S_IFMT == S_IFREG else {
      throw refusal("this is not a file")
    }
    guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
      throw refusal("another host records its session into this file")
    }
    if status.st_size > 0 {
      guard let start = descriptor.next(SessionFile.beginning.count), start == SessionFile.beginning else {
        throw refusal("this file is not a session, so it is not overwritten\n  To fix this, name another file")
      }
      guard ftruncate(descriptor.number, 0) == 0 else {
        throw refusal("cannot be written: \(String(cString: strerror(errno)))")
      }
    }
    // An existing file may be readable by others.
    guard fchmod(descriptor.number, 0o600) == 0 else {
      throw refusal("cannot be made private: \(String(cString: strerror(errno)))")
    }
    self.descriptor = descriptor
  }

  /// Appends lines by one write, so that a killed process leaves only whole lines. If it throws, none is added.
  func append(_ lines: [UInt8]) throws(FileProblem) {
    guard descriptor.put(lines) else {
      let problem = FileProblem.system("cannot be written")
      // The next line must not follow a part of a line.
      ftruncate(descriptor.number, off_t(size))
      throw problem
    }
    size += lines.count
  }
}
