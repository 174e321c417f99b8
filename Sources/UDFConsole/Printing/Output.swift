import Platform

/// Writes to a file descriptor: line by line to a terminal, in larger pieces elsewhere.
@MainActor
package final class Output {
  private let descriptor: Int32
  private let isTerminal: Bool
  private var pending: [UInt8] = []
  /// The code to end with when nobody reads any more.
  var codeWhenUnread: () -> ExitCode = { .success }

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) != 0
  }

  package func line(_ text: String) {
    pending += text.utf8
    endLine()
  }

  func line(_ bytes: [UInt8]) {
    pending += bytes
    endLine()
  }

  private func endLine() {
    pending.append(UInt8(ascii: "\n"))
    if isTerminal || pending.count > 1 << 14 { flush() }
  }

  /// Ends the process when everything is written.
  package func end(with code: ExitCode) -> Never {
    flush()
    exit(code.rawValue)
  }

  func flush() {
    var start = 0
    while start < pending.count {
      let written = pending.withUnsafeBytes { write(descriptor, $0.baseAddress! + start, $0.count - start) }
      if written >= 0 {
        start += written
      } else if errno == EAGAIN {
        // Whoever shares the descriptor made it non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        break
      }
    }
    let problem = start < pending.count ? errno : 0
    pending.removeAll(keepingCapacity: true)
    if problem == EPIPE { _exit(codeWhenUnread().rawValue) }
    if problem != 0, descriptor == STDOUT_FILENO, !isTerminal {
      let errors = Output(descriptor: STDERR_FILENO)
      errors.line("standard output: cannot be written: \(String(cString: strerror(problem)))")
      errors.end(with: .failure)
    }
  }
}
