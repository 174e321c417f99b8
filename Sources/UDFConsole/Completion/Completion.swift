/// What could stand in place of the word before the cursor.
struct Completion: Equatable {
  /// The part of the line, up to the cursor, that a candidate replaces.
  var word: String
  var candidates: [String]
  var boundary = Boundary.token
  /// A single candidate is a whole word, and another one follows it.
  var isFollowed = false

  /// Where the word before the cursor begins.
  enum Boundary {
    case token
    /// The cursor is inside a string, so the word may hold anything but a quote.
    case quote
    /// After a command a link or a key may hold anything but a space.
    case space
  }

  static func none(_ word: String = "") -> Completion { Completion(word: word, candidates: []) }
}
