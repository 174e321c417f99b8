import LuaRuntime
import Platform
import UDFCommands
import UDFHost

/// Writes to a file descriptor: each line at once to a terminal, in larger blocks elsewhere. On a terminal and on
/// standard error it escapes control characters in data; standard output into a pipe or a file gets them unchanged.
@MainActor
package final class Output: LineOutput {
  private let descriptor: Int32
  private let isTerminal: Bool
  private let isForPeople: Bool
  private nonisolated(unsafe) var pending: [UInt8] = []
  /// Whether a status line is displayed below the output.
  private var hasStatus = false
  /// The exit code when the reader has closed the pipe.
  private var codeWhenUnread = ExitCode.unread

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) != 0
    isForPeople = isTerminal || descriptor == STDERR_FILENO
  }

  package func line(_ text: String) {
    removeStatus()
    pending += (isForPeople ? Palette.rendered(text) : text).utf8
    endLine()
  }

  /// The width of the terminal; nil if the output is not a terminal.
  var columns: Int? { isTerminal ? TerminalWindow.size.columns : nil }

  /// Writes text, and wraps lines that are wider than the terminal.
  package func wrapped(_ text: String) { line(columns.map { Palette.wrapped(text, to: $0) } ?? text) }

  /// Displays a status line below the output until the next line is written. Does nothing if the terminal cannot remove
  /// it.
  func status(_ text: String) {
    guard isTerminal, !TerminalWindow.isDumb else { return }
    removeStatus()
    // One column stays free, because some terminals move to the next row after the last column.
    pending += Palette.rendered(text.shortened(to: TerminalWindow.size.columns - 1)).utf8
    hasStatus = true
    flush()
  }

  /// Removes the status line, if there is one.
  func removeStatus() {
    if hasStatus { pending += "\r\u{1B}[K".utf8 }
    hasStatus = false
  }

  /// Writes a line to standard error.
  static func say(_ line: String) {
    let output = Output(descriptor: STDERR_FILENO)
    output.line(line)
    output.flush()
  }

  /// Writes text without a line break, so that the cursor stays after it.
  func text(_ text: String) {
    pending += (isForPeople ? Palette.rendered(text) : text).utf8
    flush()
  }

  /// Writes bytes that are not valid UTF-8.
  func line(_ bytes: [UInt8]) {
    if isForPeople { return line(LuaText.quoted(bytes)) }
    pending += bytes
    endLine()
  }

  private func endLine() {
    pending.append(UInt8(ascii: "\n"))
    if isTerminal || pending.count > 1 << 14 { flush() }
  }

  /// Ends the process after all output was written.
  package func end(with code: ExitCode) -> Never {
    codeWhenUnread = code
    flush()
    exit(code.rawValue)
  }

  /// Writes pending output from another thread while the main thread runs a script.
  nonisolated func flushPending() { pending.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) } }

  package func flush() {
    var start = 0
    while start < pending.count {
      let written = pending.withUnsafeBytes { write(descriptor, $0.baseAddress! + start, $0.count - start) }
      if written >= 0 {
        start += written
      } else if errno == EAGAIN {
        // Another process has made the shared descriptor non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        break
      }
    }
    let problem = start < pending.count ? errno : 0
    pending.removeAll(keepingCapacity: true)
    if problem == EPIPE { _exit(codeWhenUnread.rawValue) }
    if problem != 0, descriptor == STDOUT_FILENO, !isTerminal {
      let errors = Output(descriptor: STDERR_FILENO)
      errors.line("standard output: cannot be written: \(String(cString: strerror(problem)))")
      errors.end(with: .failure)
    }
  }
}
