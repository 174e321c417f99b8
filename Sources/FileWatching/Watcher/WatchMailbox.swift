import Platform

/// Commands for the watcher's thread, and a pipe that wakes it.
final class WatchMailbox: Sendable {
  struct Mail: Sendable {
    /// The new watched set, from path to hash of the loaded content; nil if it has not changed.
    var files: [String: UInt64]?
    var isStopped = false
  }

  /// The pipe's read end, readable when there is mail.
  let descriptor: Int32
  private let writeEnd: Int32
  private let mail = Guarded(Mail())

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (descriptor, writeEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  func post(_ change: (inout Mail) -> Void) {
    mail.withLock { change(&$0) }
    // If the pipe is full, the write fails, but the thread is already awake.
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)
  }

  func removeMail() -> Mail {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) == buffer.count {}
    }
    return mail.withLock { mail in
      defer { mail.files = nil }
      return mail
    }
  }
}
