import UDFCommands
import UDFHost

/// Limits the lines that a page receives at once. Without a limit, one message could fill the ``Outbox``, and the page
/// would connect again and receive the same message again.
enum PageLimit {
  /// The maximum size of the state, of an answer and of the lines of one turn, in bytes.
  static let bytes = 16 << 20

  static func size(of lines: [String]) -> Int { lines.reduce(0) { $0 + $1.utf8.count } }

  /// Returns the error for lines that are too long for a page; nil if they are not.
  static func problem(
    _ name: String, _ lines: [String], advice: String = "ask for a part, as with :state cart.items[1]"
  ) -> HostError? {
    let size = size(of: lines)
    guard size > bytes else { return nil }
    return HostError(
      code: "tooLarge",
      message: "\(name) has \(size) bytes, more than the \(bytes) that a page receives\n  To fix this, \(advice)")
  }
}
