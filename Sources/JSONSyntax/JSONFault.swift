/// Why bytes are not the JSON that they should be.
package struct JSONFault: Error, Hashable, CustomStringConvertible {
  /// The index of the byte that is wrong.
  package let position: Int
  /// What was expected, or is not allowed.
  package let reason: String

  package init(position: Int, reason: String) {
    self.position = position
    self.reason = reason
  }

  package var description: String { "\(reason) at byte \(position + 1)" }
}
