/// What is wrong with a text that should be JSON, and where.
package struct JSONProblem: Error, Equatable {
  package var line: Int
  /// In characters, from 1.
  package var column: Int
  package var reason: String

  /// As errors show it: `3:14: expected a value, got "}"`.
  package var text: String { "\(line):\(column): \(reason)" }
}
