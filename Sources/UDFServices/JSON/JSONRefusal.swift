/// Why a value cannot be written as JSON, and where in it the reason lies.
package struct JSONRefusal: Error {
  /// As one would write it in Lua: `value.rows[3]`.
  package let place: String
  package let reason: String
}
