import Dispatch
import Platform

/// The keys of `udfhost test --watch`, read by a thread while tests run.
final class WatchKeys: Sendable {
  enum Key: Character, Sendable {
    case all = "a"
    case failed = "f"
    case filter = "/"
  }

  static let legend = "a all · f failed · / filter · q quit"

  private let pressed = Guarded<[Key]>([])
  private let lineWasRead = DispatchSemaphore(value: 0)

  static var canRead: Bool { isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 }

  /// Starts to read, and calls `onKey` for each key on another thread.
  func start(_ onKey: @escaping @Sendable () -> Void) {
    var found = termios()
    if tcgetattr(STDIN_FILENO, &found) == 0 { EmergencyExit.terminal = found }
    resume()
    _ = BackgroundThread.start { self.read(onKey) }
  }

  /// Makes the terminal deliver keys one by one without echo, also after a stop.
  func resume() {
    guard var settings = EmergencyExit.terminal else { return }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Returns the oldest key that was pressed and not handled yet.
  func take() -> Key? { pressed.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

  /// Asks for a line, which the terminal itself edits. Call this only after ``Key/filter``: no key is read in the
  /// meantime.
  @MainActor func ask(_ question: String, _ output: Output) -> String {
    if var settings = EmergencyExit.terminal { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    defer {
      resume()
      lineWasRead.signal()
    }
    output.text(question)
    return readLine() ?? ""
  }

  private func read(_ onKey: @Sendable () -> Void) {
    var byte: UInt8 = 0
    while Platform.read(STDIN_FILENO, &byte, 1) == 1 {
      let character = Character(Unicode.Scalar(byte))
      if character == "q" || byte == 4 { EmergencyExit.end(.success) }
      guard let key = Key(rawValue: character) else { continue }
      pressed.withLock { $0.append(key) }
      onKey()
      // The following input belongs to the line.
      if key == .filter { lineWasRead.wait() }
    }
  }
}
