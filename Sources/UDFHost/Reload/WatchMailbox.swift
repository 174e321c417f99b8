import Platform
import UDF

/// What the watcher's thread is to do next, with a pipe that wakes it.
final class WatchMailbox: Sendable {
  struct Mail: Sendable {
    /// Path to the hash of what was loaded; nil: as before.
    var files: [String: UInt64]?
    var isStopped = false
  }

  /// Readable when there is mail.
  let descriptor: Int32
  private let bell: Int32
  private let mail = Guarded(Mail())

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (descriptor, bell) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  func post(_ change: (inout Mail) -> Void) {
    mail.withLock(change)
    // A full pipe has woken the thread already.
    var byte: UInt8 = 0
    _ = write(bell, &byte, 1)
  }

  func take() -> Mail {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) == buffer.count {}
    }
    return mail.withLock { mail in
      defer { mail.files = nil }
      return mail
    }
  }
}
