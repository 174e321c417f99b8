/// The candidates for the word before the cursor.
package struct Completion: Equatable {
  /// The part of the line, up to the cursor, that a candidate replaces.
  var word: String
  package var candidates: [String]
  package var boundary = Boundary.token
  /// Whether a space follows a single candidate, because another word can come after it.
  package var isFollowed = false

  /// Determines where the word before the cursor starts.
  package enum Boundary {
    case token
    /// The cursor is inside a string, so the word may contain anything but a quote.
    case quote
    /// A link or a key after a command may contain anything but a space.
    case space
  }

  package static func none(_ word: String = "") -> Completion { Completion(word: word, candidates: []) }
}
