#if os(macOS)
  import Darwin

  /// Hints from kqueue. It watches the files for writes in place, and their directories for all other changes.
  final class KqueueEvents: FileEvents {
    let descriptor: Int32
    let interval: Duration? = nil
    private var watches: [Int32: Set<String>] = [:]

    init() throws(WatchFailure) {
      descriptor = kqueue()
      guard descriptor >= 0 else { throw Self.failure("kqueue", errno) }
    }

    deinit {
      closeAll()
      close(descriptor)
    }

    func watch(_ files: some Collection<String>) throws(WatchFailure) {
      // The watcher compares contents afterwards, so no change between closing and opening is lost.
      closeAll()
      var opened: [String: Int32] = [:]
      for file in files {
        for step in PathTrail.follow(file) where step.kind != .entry {
          try watch(step.directory, for: file, &opened)
          if step.kind == .file {
            let directory = step.directory == "/" ? "" : step.directory
            try watch(directory + "/" + step.name, for: file, &opened)
          }
        }
      }
    }

    private func watch(_ path: String, for file: String, _ opened: inout [String: Int32]) throws(WatchFailure) {
      if let known = opened[path] {
        watches[known, default: []].insert(file)
        return
      }
      let target = open(path, O_EVTONLY | O_CLOEXEC)
      guard target >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return }
        throw Self.failure("open \(path)", errno)
      }
      var change = kevent(
        ident: UInt(target), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE), data: 0,
        udata: nil)
      guard kevent(descriptor, &change, 1, nil, 0, nil) == 0 else {
        let code = errno
        close(target)
        throw Self.failure("kevent \(path)", code)
      }
      opened[path] = target
      watches[target] = [file]
    }

    func touched() throws(WatchFailure) -> Set<String> {
      var result: Set<String> = []
      var event = kevent()
      var atOnce = timespec()
      while true {
        let count = kevent(descriptor, nil, 0, &event, 1, &atOnce)
        if count < 0, errno == EINTR { continue }
        if count < 0 { throw Self.failure("kevent", errno) }
        if count == 0 { return result }
        result.formUnion(watches[Int32(event.ident)] ?? [])
      }
    }

    private func closeAll() {
      for target in watches.keys { close(target) }
      watches = [:]
    }

    private static func failure(_ call: String, _ code: Int32) -> WatchFailure {
      if code == EMFILE || code == ENFILE {
        return WatchFailure("the limit of open files is reached", remedy: "raise it: ulimit -n 4096")
      }
      return WatchFailure(
        "\(call): \(String(cString: strerror(code)))",
        remedy: "start with --watch poll, which needs no events")
    }
  }
#endif
