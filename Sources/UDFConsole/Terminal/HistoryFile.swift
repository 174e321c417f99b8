@preconcurrency import CReadline
import Platform

/// The history of typed lines, kept between sessions. Each entry is written at once, so that a killed session loses
/// none.
@MainActor
final class HistoryFile {
  private static let limit: Int32 = 5000
  private let path: String?
  private let complain: (String) -> Void
  private var isBroken = false
  private var last: String?

  /// `complain` is called once, with one sentence, if the file cannot be written.
  init(name: String, complain: @escaping (String) -> Void) {
    path = Self.path(name: name)
    self.complain = complain
  }

  /// `$XDG_STATE_HOME/udfhost/NAME.history`, by default under `~/.local/state`.
  static func path(name: String) -> String? {
    let file = "udfhost/\(String(name.map { $0 == "/" ? "_" : $0 })).history"
    if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") { return "\(state)/\(file)" }
    return variable("HOME").map { "\($0)/.local/state/\(file)" }
  }

  func load() {
    // Readline needs time stamps before each entry to keep the lines of one entry together.
    history_comment_char = CChar(UInt8(ascii: "#"))
    history_write_timestamps = 1
    using_history()
    guard let path, access(path, F_OK) == 0 else { return }
    history_truncate_file(path, Self.limit)
    let failure = read_history(path)
    if failure != 0 { refuse(path, failure) }
    using_history()
  }

  func add(_ entry: String) {
    guard entry != last, !entry.allSatisfy(\.isWhitespace) else { return }
    last = entry
    add_history(entry)
    guard let path, !isBroken else { return }
    makeFolders(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    let file = open(path, O_CREAT | O_WRONLY, 0o600)
    if file < 0 { return refuse(path, errno) }
    close(file)
    let failure = append_history(1, path)
    if failure != 0 { refuse(path, failure) }
  }

  private func refuse(_ path: String, _ code: Int32) {
    isBroken = true
    complain("\(path): the history is not kept: \(String(cString: strerror(code)))")
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
