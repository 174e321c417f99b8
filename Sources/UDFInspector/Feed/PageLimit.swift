import UDFCommands
import UDFHost

/// Limits what a page receives at once, and what it may send. Without a limit, one message could fill the ``Outbox``,
/// and the page would connect again and receive the same message again.
struct PageLimit: Sendable {
  static let standard = PageLimit(bytes: 16 << 20)

  /// The maximum size of a message of the page, and of the state, an answer and the lines of one turn, in bytes.
  let bytes: Int
  /// The maximum size of the history that a page receives at once, in bytes; older actions are left out.
  var historyBytes: Int { bytes / 2 }
  /// The maximum size of the events that a page receives together with the history, in bytes; earlier ones are left out.
  var eventBytes: Int { bytes / 4 }

  static func size(of lines: [String]) -> Int { lines.reduce(0) { $0 + $1.utf8.count } }

  /// Returns the error for lines that are too long for a page; nil if they are not.
  func problem(
    _ name: String, _ lines: [String], advice: String = "ask for a part, as with :state cart.items[1]"
  ) -> HostError? {
    let size = PageLimit.size(of: lines)
    guard size > bytes else { return nil }
    return HostError(
      code: "tooLarge",
      message: "\(name) has \(size) bytes, more than the \(bytes) that a page receives\n  To fix this, \(advice)")
  }
}
