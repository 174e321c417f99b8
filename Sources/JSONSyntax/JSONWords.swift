/// The names of the parts of JSON in the errors of a ``JSONScanner``.
package struct JSONWords: Sendable {
  package var name: String
  package var colon: String
  package var nothing: String
  package var end: String

  /// The names for JSON in a row of a table.
  package static let row = JSONWords(
    name: "a name in double quotes", colon: "\":\"", nothing: "nothing more", end: "the end")
  /// The names for a separate JSON text.
  package static let text = JSONWords(
    name: "a key in double quotes", colon: "\":\" after a key", nothing: "the end after the value",
    end: "the end of the text")
}
