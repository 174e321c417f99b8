/// A word to search in texts, in any case.
///
///     TextQuery("milk").words[0].occurs(in: "Fresh MILK")   // true
public struct TextWord: Sendable, Hashable {
  private let folded: String
  private let pattern: ASCIIPattern

  init(_ word: some StringProtocol) {
    folded = word.lowercased()
    pattern = ASCIIPattern(folded)
  }

  /// Whether the text contains the word.
  public func occurs(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { occurs(in: $0) }
  }

  /// Whether the UTF-8 text contains the word. It allocates memory only for texts with characters beyond ASCII.
  public func occurs(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard ASCIIPattern.isASCII(text) else {
      // Compared by characters, because a character may have several encodings.
      return String(decoding: text, as: UTF8.self).lowercased().contains(folded)
    }
    return pattern.isASCII && pattern.occurs(in: text)
  }
}
