/// What a ``JSONScanner`` calls the parts of JSON in its faults.
package struct JSONWords: Sendable {
  package var name: String
  package var colon: String
  package var nothing: String
  package var end: String

  /// For a row of a table.
  package static let row = JSONWords(
    name: "a name in double quotes", colon: "\":\"", nothing: "nothing more", end: "the end")
  /// For a text of its own.
  package static let text = JSONWords(
    name: "a key in double quotes", colon: "\":\" after a key", nothing: "the end after the value",
    end: "the end of the text")
}
