import JSONSyntax

/// An error in a JSON text, and its position.
package struct JSONProblem: Error, Equatable {
  package var line: Int
  /// The character in the line, from 1.
  package var column: Int
  package var reason: String
  /// Whether the text may be valid, but its values exceed the memory limit.
  package var isShortage = false

  init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  init(_ fault: JSONFault, in bytes: [UInt8]) {
    let before = bytes[..<min(fault.position, bytes.count)]
    let newline = UInt8(ascii: "\n")
    let last = before.lastIndex(of: newline).map { before[($0 + 1)...] } ?? before
    self.init(
      line: before.count { $0 == newline } + 1,
      column: String(decoding: last, as: UTF8.self).unicodeScalars.count + 1,
      reason: fault.reason)
    isShortage = fault.isShortage
  }

  /// The error code for scripts.
  var code: String { isShortage ? "memory" : "json" }

  /// The position and the reason: `3:14: expected a value, got "}"`.
  package var text: String { "\(line):\(column): \(reason)" }
}
