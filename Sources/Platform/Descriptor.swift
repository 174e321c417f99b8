/// An open file or folder of the system, closed when the last reference is released. What fails leaves the reason in `errno`.
package final class Descriptor: Sendable {
  package let number: Int32

  /// nil if it cannot be opened. A program that is started meanwhile does not inherit it, and a pipe does not block.
  package init?(_ path: String, _ flags: Int32, mode: mode_t = 0o666, in folder: Descriptor? = nil) {
    var result: Int32
    repeat {
      result = openat(folder?.number ?? AT_FDCWD, path, flags | O_CLOEXEC | O_NONBLOCK, mode)
    } while result < 0 && errno == EINTR
    number = result
    if number < 0 { return nil }
  }

  // A file that could not be opened goes too, and errno is to say why it could not.
  deinit { if number >= 0 { close(number) } }

  /// What it is; nil if `fstat` fails.
  package var status: stat? {
    var status = stat()
    return fstat(number, &status) == 0 ? status : nil
  }

  /// The next bytes, at most `count`; nil if they cannot be read.
  package func next(_ count: Int) -> [UInt8]? {
    while true {
      var result = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        result = read(number, buffer.baseAddress, count)
        initialized = max(0, result)
      }
      if result >= 0 { return bytes }
      if errno != EINTR { return nil }
    }
  }

  /// All bytes that follow; nil if they cannot be read.
  package var rest: [UInt8]? {
    var bytes: [UInt8] = []
    while let more = next(1 << 20) {
      if more.isEmpty { return bytes }
      bytes += more
    }
    return nil
  }

  /// Whether all bytes are written.
  package func put(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = write(number, bytes.baseAddress! + written, bytes.count - written)
        if count >= 0 { written += count } else if errno != EINTR { return false }
      }
      return true
    }
  }

  /// Whether what was written has reached the disk.
  package func sync() -> Bool {
    #if canImport(Darwin)
      // There fsync leaves it in the drive's own memory.
      if fcntl(number, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(number) == 0
  }
}
