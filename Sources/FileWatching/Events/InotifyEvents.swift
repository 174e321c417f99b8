#if os(Linux)
  import Platform

  /// Hints from inotify watches on directories, because a watch on a file ends when an editor replaces the file by a rename.
  final class InotifyEvents: FileEvents {
    private struct Watch {
      var directory: String
      var names: [String: Set<String>] = [:]
    }

    let descriptor: Int32
    let interval: Duration? = nil
    private var watches: [Int32: Watch] = [:]
    private var files: Set<String> = []

    init() throws(WatchFailure) {
      descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
      guard descriptor >= 0 else { throw Self.failure("inotify_init1", errno) }
    }

    deinit { close(descriptor) }

    func watch(_ files: some Collection<String>) throws(WatchFailure) {
      self.files = Set(files)
      var current: [Int32: Watch] = [:]
      var known: [String: Int32] = [:]
      var complete: Set<String> = []
      var failure: WatchFailure?
      for file in self.files {
        PathTrail.follow(file) { directory, name, isLast in
          if known[directory] == nil || (isLast && !complete.contains(directory)) {
            // In the parent directories only a replaced or removed entry matters. IN_MODIFY is not in the mask: the
            // kernel sends it while the file is only partly written.
            let entries = IN_MOVED_TO | IN_CREATE | IN_MOVED_FROM | IN_DELETE
            let mask = IN_MASK_ADD | entries | (isLast ? IN_CLOSE_WRITE : 0)
            let id = inotify_add_watch(descriptor, directory, UInt32(mask))
            guard id >= 0 else {
              let code = errno
              // A parent directory without read permission is skipped. A missing directory is reported by its own
              // parent when it appears.
              if code == ENOENT || code == ENOTDIR || (code == EACCES && !isLast) { return }
              failure = Self.failure("inotify_add_watch \(directory)", code)
              return
            }
            known[directory] = id
            if isLast { complete.insert(directory) }
          }
          guard let id = known[directory] else { return }
          current[id, default: Watch(directory: directory)].names[name, default: []].insert(file)
        }
      }
      for id in watches.keys where current[id] == nil { inotify_rm_watch(descriptor, id) }
      watches = current
      if let failure { throw failure }
    }

    func touched() throws(WatchFailure) -> Set<String> {
      var result: Set<String> = []
      var failed: Int32?
      withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          if count < 0, errno == EINTR { continue }
          if count < 0, errno != EAGAIN { failed = errno }
          guard count > 0 else { return }
          collect(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &result)
        }
      }
      if let failed { throw Self.failure("read", failed) }
      return result
    }

    private func collect(_ buffer: UnsafeRawBufferPointer, into result: inout Set<String>) {
      let header = MemoryLayout<inotify_event>.size
      var offset = 0
      while offset + header <= buffer.count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = min(offset + header + Int(event.len), buffer.count)
        let name = String(decoding: buffer[(offset + header)..<end].prefix { $0 != 0 }, as: UTF8.self)
        offset = end
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          result.formUnion(files)
        } else if event.mask & UInt32(IN_IGNORED) != 0 {
          watches[event.wd] = nil
        } else if let watch = watches[event.wd], let files = watch.names[name], isComplete(event, name, watch) {
          result.formUnion(files)
        }
      }
    }

    /// False for IN_CREATE of a new regular file: IN_CLOSE_WRITE follows when the content is written. A link has its content
    /// at once, and the kernel sends only IN_CREATE for it.
    private func isComplete(_ event: inotify_event, _ name: String, _ watch: Watch) -> Bool {
      guard event.mask & UInt32(IN_CREATE) != 0, event.mask & UInt32(IN_ISDIR) == 0 else { return true }
      var status = stat()
      guard lstat(watch.directory + "/" + name, &status) == 0 else { return false }
      return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
    }

    private static func failure(_ call: String, _ code: Int32) -> WatchFailure {
      switch code {
      case EMFILE where call == "inotify_init1":
        WatchFailure(
          "the limit of inotify instances is reached",
          remedy: "raise it: sysctl fs.inotify.max_user_instances=1024")
      case ENOSPC:
        WatchFailure(
          "the limit of inotify watches is reached",
          remedy: "raise it: sysctl fs.inotify.max_user_watches=524288")
      default:
        WatchFailure(
          "\(call): \(String(cString: strerror(code)))",
          remedy: "start with --watch poll, which needs no events")
      }
    }
  }
#endif
