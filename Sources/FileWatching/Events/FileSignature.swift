import Platform

/// The inode, size and modification time of a file. If they differ, the content may have changed.
package struct FileSignature: Equatable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = modified.tv_sec
    nanoseconds = modified.tv_nsec
  }

  var isEmpty: Bool { size == 0 }

  /// The time since the last write, by this machine's clock; negative if the file's time comes from a clock that is ahead.
  var age: Duration {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return .seconds(now.tv_sec - seconds) + .nanoseconds(now.tv_nsec - nanoseconds)
  }
}
