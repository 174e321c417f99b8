/// What is wrong with a text that should be JSON, and where.
struct JSONProblem: Error, Equatable {
  var line: Int
  /// In characters, from 1.
  var column: Int
  var reason: String

  /// As errors show it: `3:14: expected a value, got "}"`.
  var text: String { "\(line):\(column): \(reason)" }
}
