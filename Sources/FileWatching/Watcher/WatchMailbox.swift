import Platform

/// What the watcher's thread is to do next, with a pipe that wakes it.
///
/// Unchecked, because `mail` is only touched while the mutex is held.
final class WatchMailbox: @unchecked Sendable {
  struct Mail: Sendable {
    /// Path to the hash of what was loaded; nil: as before.
    var files: [String: UInt64]?
    var isStopped = false
  }

  /// Readable when there is mail.
  let descriptor: Int32
  private let bell: Int32
  // A mutex of the system, because this target imports none of ours and the thread sanitizer cannot follow `Mutex` on Linux.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var mail = Mail()

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    (descriptor, bell) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(descriptor)
    close(bell)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func post(_ change: (inout Mail) -> Void) {
    withLock { change(&$0) }
    // A full pipe has woken the thread already.
    var byte: UInt8 = 0
    _ = write(bell, &byte, 1)
  }

  func take() -> Mail {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) == buffer.count {}
    }
    return withLock { mail in
      defer { mail.files = nil }
      return mail
    }
  }

  private func withLock<Outcome>(_ body: (inout Mail) -> Outcome) -> Outcome {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&mail)
  }
}
