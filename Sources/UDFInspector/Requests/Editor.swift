import Platform

/// Starts the user's editor.
enum Editor {
  /// Runs a command of the shell with arguments, without the terminal, and does not wait for it. Returns false if there is no shell.
  static func start(_ command: String, _ arguments: [String]) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // The arguments are not part of the command, so that the shell does not interpret them.
    let words = ["sh", "-c", "exec \(command) \"$@\"", "sh"] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    guard posix_spawn(&process, "/bin/sh", &actions, nil, &pointers, environ) == 0 else { return false }
    let child = process
    // The exit status is read, so that the process does not remain.
    _ = BackgroundThread.start {
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    }
    return true
  }
}
