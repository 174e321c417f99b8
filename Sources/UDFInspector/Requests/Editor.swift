import Platform
import UDFHost

/// The user's editor. It must have a window: the host does not give it the terminal.
struct Editor: Sendable {
  /// A command of the shell.
  let command: String

  private static let terminalEditors: Set<String> = [
    "ed", "ex", "helix", "hx", "jed", "joe", "kak", "mcedit", "mg", "micro", "nano", "ne", "nvim", "pico", "red",
    "tilde",
    "vi", "view", "vim", "zile",
  ]
  private static let terminalOptions: Set<Substring> = ["-nw", "-t", "-tty", "--tty", "--no-window-system"]

  /// Chooses the editor of `VISUAL` or `EDITOR`, whose values `environment` returns. Throws if neither has a window.
  init(_ environment: (String) -> String?) throws(HostError) {
    let commands = ["VISUAL", "EDITOR"].compactMap(environment).filter { !$0.isEmpty }
    if let command = commands.first(where: { !Editor.needsTerminal($0) }) {
      self.command = command
      return
    }
    let problem = commands.first.map { "\($0) needs the terminal" } ?? "there is no editor"
    throw HostError(
      usage:
        "edit: \(problem)\n  To fix this, set VISUAL to an editor with a window before starting udfhost: VISUAL=code"
    )
  }

  private static func needsTerminal(_ command: String) -> Bool {
    let words = command.split(separator: " ")
    let name = words.first.map { $0.split(separator: "/").last.map(String.init) ?? "" } ?? ""
    return terminalEditors.contains(name)
      || name.hasPrefix("emacs") && words.dropFirst().contains(where: terminalOptions.contains)
  }

  /// Opens a file, and does not wait until it is closed. `onEnd` is called on another thread with the exit code of the
  /// editor, or 128 and the number of the signal that ended it.
  func open(_ path: String, at line: Int, onEnd: @escaping @Sendable (Int32) -> Void) throws(HostError) {
    // Visual Studio Code and its relatives do not understand +LINE.
    let isCode = command.split(separator: " ").first.map { $0.hasSuffix("code") || $0.hasSuffix("codium") } ?? false
    // The arguments are not part of the command, so that the shell does not interpret them.
    let arguments = isCode ? ["-g", "\(path):\(line)"] : ["+\(line)", path]
    guard let process = Editor.spawn(["sh", "-c", "exec \(command) \"$@\"", "sh"] + arguments) else {
      throw HostError(usage: "edit: \(command) cannot be started")
    }
    // The exit status is read, so that the process does not remain.
    _ = BackgroundThread.start {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      onEnd(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
    }
  }

  /// Starts the shell without the terminal, in a new process group, so that Ctrl-C at the prompt does not reach it.
  private static func spawn(_ words: [String]) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      var flags = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      var flags: Int32 = 0
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    #if !canImport(Darwin)
      // A connection that is accepted at this moment is not yet marked as close-on-exec.
      let last = (Folder.allNames(in: "/proc/self/fd") ?? []).compactMap { Int32($0) }.max() ?? 255
      // A descriptor that the process cannot have would be an error.
      let limit = min(last + 64, Int32(clamping: sysconf(Int32(_SC_OPEN_MAX))))
      for descriptor in (STDERR_FILENO + 1)..<max(STDERR_FILENO + 1, limit) {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    flags |= Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, &pointers, environ) == 0 ? process : nil
  }
}
