import Platform

/// The window of the terminal that standard output writes to.
enum TerminalWindow {
  /// Whether the terminal cannot move its cursor, according to `TERM`.
  static var isDumb: Bool { getenv("TERM").map { String(cString: $0) == "dumb" } ?? false }

  /// The present size; 80 by 24 if it is unknown.
  static var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
