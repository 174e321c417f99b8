import Glibc
import Synchronization
import Testing

/// Starts the built command with given descriptors.
enum Launch {
  /// The command.
  static let command = program("udfhost")

  /// A program that was built with the tests, in the folder of the test runner.
  static func program(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let runner = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(runner[..<(runner.lastIndex(of: "/") ?? runner.endIndex)]) + "/" + name
  }

  /// With `terminal`, the process leads a new session at that terminal, and a descriptor of nil is the terminal.
  static func spawn(
    _ arguments: [String], of command: String = command, environment: [String: String], terminal: String? = nil,
    folder: String? = nil, input: Int32?, output: Int32?, error: Int32?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, target) in [(input, Int32(0)), (output, 1), (error, 2)] {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, target)
      } else if let terminal {
        posix_spawn_file_actions_addopen(&actions, target, terminal, O_RDWR, 0)
      }
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The test runner may ignore or block signals that the command wants to hear.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if terminal != nil { flags |= 0x80 }  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var process: pid_t = 0
    let program = folder == nil ? command : "/bin/sh"
    // posix_spawn cannot change the folder everywhere.
    let change = folder.map { ["sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
    let argv = (change + [command] + arguments).map { strdup($0) } + [nil]
    let environ = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in argv + environ { free(string) } }
    let failure = starting.withLock { _ in
      posix_spawn(&process, program, &actions, &attributes, argv, environ)
    }
    try #require(failure == 0, "cannot start \(command): \(String(cString: strerror(failure)))")
    return process
  }

  /// A pipe that other processes started meanwhile do not inherit, as they would keep it open.
  static func pipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    starting.withLock { _ in
      _ = Glibc.pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    return (ends[0], ends[1])
  }

  private static let starting = Mutex(())

  static func environment(_ folder: String, adding more: [String: String] = [:]) -> [String: String] {
    var base = [
      "HOME": folder, "XDG_STATE_HOME": folder + "/state", "TERM": "xterm", "LANG": "C.UTF-8",
      "INPUTRC": "/dev/null",
      "PATH": "/usr/bin:/bin",
    ]
    // The command is built with the same sanitizer as the tests.
    base["ASAN_OPTIONS"] = getenv("ASAN_OPTIONS").map { String(cString: $0) }
    return base.merging(more) { $1 }
  }

  /// The exit code, 128 + n for a signal, or nil if the process only stopped.
  static func wait(for process: pid_t, stopped: Bool = false) -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, stopped ? WUNTRACED : 0) < 0, errno == EINTR {}
    if status & 0xFF == 0x7F { return nil }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
