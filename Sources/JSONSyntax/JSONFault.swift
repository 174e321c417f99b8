/// A syntax error in JSON, and its position.
package struct JSONFault: Error, Hashable, CustomStringConvertible {
  /// The index of the invalid byte.
  package let position: Int
  /// The expected syntax, or the rule that is violated.
  package let reason: String
  /// Whether the JSON may be valid, but its values exceed the memory limit.
  package let isShortage: Bool

  package init(position: Int, reason: String, isShortage: Bool = false) {
    self.position = position
    self.reason = reason
    self.isShortage = isShortage
  }

  package var description: String { "\(reason) at byte \(position + 1)" }
}
