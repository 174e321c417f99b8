/// What could stand in place of the word before the cursor.
struct Completion: Equatable {
  /// The part of the line, up to the cursor, that a candidate replaces.
  var word: String
  var candidates: [String]
  /// The cursor is inside a string, so the word may hold anything but a quote.
  var isInString = false

  static func none(_ word: String = "") -> Completion { Completion(word: word, candidates: []) }
}
