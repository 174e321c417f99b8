/// Why bytes are not the JSON that they should be.
struct JSONFault: Error, Hashable, CustomStringConvertible {
  /// The index of the byte that is wrong.
  let position: Int
  /// What was expected, or is not allowed.
  let reason: String

  var description: String { "\(reason) at byte \(position + 1)" }
}
