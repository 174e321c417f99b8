/// The words of a search text. All of them must occur, in any order and case.
///
///     TextQuery("milk fresh").matches("Fresh goat milk")   // true
public struct TextQuery: Sendable, Hashable {
  /// The words without duplicates.
  public let words: [TextWord]

  /// Makes a query for the words of a text, which white space separates.
  public init(_ text: String) {
    var words: [TextWord] = []
    for word in text.split(whereSeparator: \.isWhitespace).map({ TextWord($0) }) where !words.contains(word) {
      words.append(word)
    }
    self.words = words
  }

  /// Whether every word occurs in the text.
  @inlinable public func matches(_ text: String) -> Bool { words.allSatisfy { $0.occurs(in: text) } }

  /// Whether every word occurs in one of the texts.
  @inlinable public func matches(_ texts: String...) -> Bool {
    words.allSatisfy { word in texts.contains { word.occurs(in: $0) } }
  }

  /// Whether every word occurs in the UTF-8 text.
  @inlinable public func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    words.allSatisfy { $0.occurs(in: text) }
  }
}
