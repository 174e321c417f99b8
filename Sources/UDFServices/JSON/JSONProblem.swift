import JSONSyntax

/// What is wrong with a text that should be JSON, and where.
package struct JSONProblem: Error, Equatable {
  package var line: Int
  /// In characters, from 1.
  package var column: Int
  package var reason: String

  init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  init(_ fault: JSONFault, in bytes: [UInt8]) {
    let before = bytes[..<min(fault.position, bytes.count)]
    let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    self.init(
      line: lines.count, column: String(decoding: lines.last ?? [], as: UTF8.self).unicodeScalars.count + 1,
      reason: fault.reason)
  }

  /// As errors show it: `3:14: expected a value, got "}"`.
  package var text: String { "\(line):\(column): \(reason)" }
}
