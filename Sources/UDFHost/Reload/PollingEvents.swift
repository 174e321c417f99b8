#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Hints from looking at each file's size and times, for mounts that send no events.
final class PollingEvents: FileEvents {
  private struct Signature: Equatable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int

    init?(_ path: String) {
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
  }

  private struct Look {
    var seen: Signature?
    var hinted: Signature?
  }

  let descriptor: Int32 = -1
  let interval: Duration? = .milliseconds(100)
  private var looks: [String: Look] = [:]

  func watch(_ files: some Collection<String>) {
    var current: [String: Look] = [:]
    for file in files {
      let signature = Signature(file)
      current[file] = looks[file] ?? Look(seen: signature, hinted: signature)
    }
    looks = current
  }

  func touched() -> Set<String> {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var result: Set<String> = []
    for (file, look) in looks {
      let signature = Signature(file)
      looks[file]?.seen = signature
      // Two looks that agree: the save is over. A file is not hinted at while it is being written.
      guard let signature, signature == look.seen else { continue }
      // Times may be as coarse as two seconds, so a second save can look like the first.
      let isRecent = abs(now.tv_sec - signature.seconds) < 3
      guard signature != look.hinted || isRecent else { continue }
      looks[file]?.hinted = signature
      result.insert(file)
    }
    return result
  }
}
