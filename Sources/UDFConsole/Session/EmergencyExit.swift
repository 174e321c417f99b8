import Platform
import UDFCommands
import UDFHost

/// Ends the process from another thread while a script blocks the main thread.
///
/// The shared values are not protected: the main thread runs a script then, and uses neither the terminal nor the
/// output.
enum EmergencyExit {
  /// The terminal settings before the editor changed them.
  nonisolated(unsafe) static var terminal: termios?
  nonisolated(unsafe) static var output: Output?
  nonisolated(unsafe) static var isJSON = false

  /// Reports a script that cannot be stopped, and ends the process.
  static func end(stuck error: HostError) -> Never {
    var error = error
    error.message +=
      "\n  The process ends with code \(ExitCode.stuck.rawValue). A recorded session keeps the actions of all scripts before, and caches "
      + "keep what was stored."
    restoreTerminal()
    output?.flushPending()
    if isJSON {
      put(JSONLines.error(error) + "\n", to: STDOUT_FILENO)
    } else {
      put(error.message + "\n", to: STDERR_FILENO)
    }
    _exit(ExitCode.stuck.rawValue)
  }

  /// Ends the process immediately.
  static func end(_ code: ExitCode) -> Never {
    restoreTerminal()
    _exit(code.rawValue)
  }

  /// Ends the process immediately, with the code that shells give to a signal.
  static func end(signal number: Int32) -> Never {
    restoreTerminal()
    _exit(128 + number)
  }

  private static func restoreTerminal() {
    guard var settings = terminal else { return }
    // Readline has also enabled bracketed paste.
    put("\u{1B}[?2004l\r\n", to: STDOUT_FILENO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  private static func put(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}
