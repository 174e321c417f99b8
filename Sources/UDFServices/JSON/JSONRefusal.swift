/// The reason why a value cannot be written as JSON, and the part of the value that causes it.
package struct JSONRefusal: Error {
  /// The part as a Lua expression: `value.rows[3]`.
  package let place: String
  package let reason: String
}
