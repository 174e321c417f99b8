import Glibc
import Testing

/// A person at a terminal: types, and waits for what should appear.
final class Terminal {
  let process: pid_t
  private(set) var screen: Screen
  private let master: Int32
  private var hasEnded = false
  /// Seconds after which an awaited text counts as missing. It is long because machines may be slow.
  private static let deadline = 600.0

  convenience init(
    _ folder: AppFolder, _ arguments: String..., app: String? = nil, in place: String? = nil, columns: Int = 80,
    rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    try self.init(
      folder, arguments: arguments, app: app, in: place, columns: columns, rows: rows, environment: environment)
  }

  init(
    _ folder: AppFolder, arguments: [String], program: String? = nil, app: String? = nil, in place: String? = nil,
    columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = 0
    _ = ioctl(master, 0x4004_5431, &lock)  // TIOCSPTLCK
    _ = ioctl(master, 0x8004_5430, &number)  // TIOCGPTN
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    screen = Screen(columns: columns)
    process = try Launch.spawn(
      program == nil ? [app ?? folder.app] + arguments : arguments, of: program ?? Launch.command,
      environment: Launch.environment(folder.path, adding: environment), terminal: "/dev/pts/\(number)", folder: place,
      input: nil, output: nil, error: nil)
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      _ = Launch.wait(for: process)
    }
    close(master)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(master, bytes, bytes.count)
  }

  /// Types a line and waits for the next prompt; returns the lines in between.
  func enter(_ line: String, prompt: String = "udf>", location: SourceLocation = #_sourceLocation) throws
    -> [String]
  {
    let (start, current) = (screen.row, screen.cursorLine)
    // As much of it as fits beside the prompt, because a line that is printed above the prompt meanwhile is not its answer.
    let shown = line.prefix { $0 >= " " }.prefix(max(1, screen.columns - current.count - 2))
    type(line + "\n")
    var echo = start
    try wait(location) { screen in
      guard let row = screen.lines[start...].firstIndex(where: { shown.isEmpty || $0.contains(shown) }) else {
        return false
      }
      echo = row
      return screen.row > row && screen.cursorLine == prompt
    }
    return Array(screen.lines[(echo + 1)..<screen.row])
  }

  /// Types a line again until it prints this text.
  func enter(_ line: String, until answer: [String], location: SourceLocation = #_sourceLocation) throws {
    let end = Self.now() + Self.deadline
    while try enter(line, location: location) != answer {
      if Self.now() < end { continue }
      Issue.record("\(line): never printed \(answer); the screen was\n\(screen.text)", sourceLocation: location)
      throw Unreached()
    }
  }

  func waitForPrompt(location: SourceLocation = #_sourceLocation) throws {
    try wait(location) { $0.cursorLine == "udf>" }
  }

  func wait(forText text: String, location: SourceLocation = #_sourceLocation) throws {
    try wait(location) { $0.text.contains(text) }
  }

  /// Reads until the screen is as it should be.
  func wait(_ location: SourceLocation = #_sourceLocation, until isReached: (Screen) -> Bool) throws {
    let end = Self.now() + Self.deadline
    while !isReached(screen) {
      let left = end - Self.now()
      guard left > 0, readMore(within: left) else {
        Issue.record("not reached; the screen was\n\(screen.text)", sourceLocation: location)
        throw Unreached()
      }
    }
  }

  /// Types keys again and again until the process has ended, and gives its exit code; nil if a prompt comes instead.
  func end(typing keys: String) -> Int32? {
    let limit = Self.now() + Self.deadline
    var state = pollfd(fd: master, events: 0, revents: 0)
    repeat {
      type(keys)
      _ = readMore(within: 0.02)
      if screen.cursorLine.hasPrefix("udf>") { return nil }
      poll(&state, 1, 0)
    } while state.revents & Int16(POLLHUP) == 0 && Self.now() < limit
    return end()
  }

  /// The exit code, once the process has ended.
  func end() -> Int32? {
    let limit = Self.now() + Self.deadline
    while readMore(within: limit - Self.now()) {}
    if Self.now() >= limit { kill(process, SIGKILL) }
    hasEnded = true
    return Launch.wait(for: process)
  }

  /// Whether the terminal is as a shell wants it: lines edited by the terminal itself, and echoed.
  var isRestored: Bool {
    var modes = termios()
    tcgetattr(master, &modes)
    return modes.c_lflag & UInt32(ICANON) != 0 && modes.c_lflag & UInt32(ECHO) != 0
  }

  func resize(columns: Int) {
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// False when the process has closed the terminal or time is up.
  private func readMore(within seconds: Double) -> Bool {
    var input = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard seconds > 0, poll(&input, 1, Int32(seconds * 1000) + 1) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    screen.feed(bytes[..<count])
    return true
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  struct Unreached: Error {}
}
