import Platform

/// A yes-or-no question at the terminal, before there is a prompt.
@MainActor
enum Question {
  /// Whether a user can answer: questions are written to standard error and answered on standard input.
  nonisolated static var canBeAsked: Bool { isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0 }

  /// Writes the lines and waits for an answer. An empty line means no; returns nil if the input ends.
  static func ask(_ lines: [String]) -> Bool? {
    let output = Output(descriptor: STDERR_FILENO)
    for line in lines.dropLast() { output.line(line) }
    // Input that was typed before the question is discarded.
    tcflush(STDIN_FILENO, TCIFLUSH)
    while true {
      output.text("\(lines.last ?? "") [y/N] ")
      guard let answer = line() else {
        output.line("")
        return nil
      }
      switch answer.lowercased() {
      case "y", "yes": return true
      case "", "n", "no": return false
      default: output.line("Type y for yes, or n for no.")
      }
    }
  }

  /// Reads one line, and leaves the rest of the input for the prompt.
  private static func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.last != UInt8(ascii: "\n") {
      switch read(STDIN_FILENO, &byte, 1) {
      case 1: bytes.append(byte)
      case -1 where errno == EINTR: continue
      default: return nil
      }
    }
    return String(String(decoding: bytes.dropLast(), as: UTF8.self).trimmingSpace)
  }
}
