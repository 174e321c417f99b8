/// An open file descriptor, closed when the last reference is released. After a failure, `errno` has the reason.
package final class Descriptor: Sendable {
  package let number: Int32

  /// Opens a file or folder; nil if that fails. Child processes do not inherit the descriptor, and opening a pipe does not block.
  package init?(_ path: String, _ flags: Int32, mode: mode_t = 0o666, in folder: Descriptor? = nil) {
    var result: Int32
    repeat {
      result = openat(folder?.number ?? AT_FDCWD, path, flags | O_CLOEXEC | O_NONBLOCK, mode)
    } while result < 0 && errno == EINTR
    number = result
    if number < 0 { return nil }
  }

  /// Duplicates a descriptor of the process, which stays open; nil if that fails.
  package init?(duplicating descriptor: Int32) {
    number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if number < 0 { return nil }
  }

  // After a failed open there is nothing to close, and a call of close would change errno.
  deinit { if number >= 0 { close(number) } }

  /// The status of the file; nil if `fstat` fails.
  package var status: stat? {
    var status = stat()
    return fstat(number, &status) == 0 ? status : nil
  }

  /// Reads at most `count` bytes; nil if that fails.
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

  /// Reads all remaining bytes; nil if that fails.
  package var rest: [UInt8]? {
    var bytes: [UInt8] = []
    while let more = next(1 << 20) {
      if more.isEmpty { return bytes }
      bytes += more
    }
    return nil
  }

  /// Writes all bytes; returns false if that fails.
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

  /// Waits until the written bytes are on disk; returns false if that fails.
  package func sync() -> Bool {
    #if canImport(Darwin)
      // On macOS, fsync does not flush the cache of the drive.
      if fcntl(number, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(number) == 0
  }
}
