import Platform
import UDFServices
import UDFSync

/// The file that a session is recorded to: only its owner may read it, and one host at a time writes it.
final class SessionFile {
  static let beginning = Array("{\"kind\":\"session\",".utf8)

  private let descriptor: Descriptor
  /// Bytes, whole lines all of them.
  private var size = 0

  /// Makes the file, or empties it if it is a session. Throws a ``HostError`` if it is anything else.
  init(_ path: String) throws(HostError) {
    func refusal(_ text: String) -> HostError {
      HostError(code: "usage", message: "\(path): \(text)\n  Nothing is recorded.")
    }
    // A pipe or a device is opened as well, and refused for what it is.
    guard let descriptor = Descriptor(path, O_RDWR | O_CREAT | O_APPEND, mode: 0o600) else {
      throw refusal("cannot be written: \(String(cString: strerror(errno)))")
    }
    guard let status = descriptor.status, status.st_mode & S_IFMT == S_IFREG else { throw refusal("this is no file") }
    guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
      throw refusal("another host records its session into this file")
    }
    if status.st_size > 0 {
      guard let start = descriptor.next(SessionFile.beginning.count), start == SessionFile.beginning else {
        throw refusal("this file is no session, so it is not overwritten\n  To fix this, name another file")
      }
      guard ftruncate(descriptor.number, 0) == 0 else {
        throw refusal("cannot be written: \(String(cString: strerror(errno)))")
      }
    }
    // One that is there may be for others to read.
    guard fchmod(descriptor.number, 0o600) == 0 else {
      throw refusal("cannot be kept from others: \(String(cString: strerror(errno)))")
    }
    self.descriptor = descriptor
  }

  /// Appends lines by one write, so that a process that is killed leaves whole lines. After an error the file has none of them.
  func append(_ lines: [UInt8]) throws(FileProblem) {
    guard descriptor.put(lines) else {
      let problem = FileProblem.system("cannot be written")
      // A part of a line would run into the next one.
      ftruncate(descriptor.number, off_t(size))
      throw problem
    }
    size += lines.count
  }
}
