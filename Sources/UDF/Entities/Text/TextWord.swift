/// One word to be found in texts, however it is capitalised.
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

  /// Whether the text, given in UTF-8, contains the word; nothing is allocated unless the text has letters beyond ASCII.
  public func occurs(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard ASCIIPattern.isASCII(text) else {
      // By characters, since one may be written in several ways.
      return String(decoding: text, as: UTF8.self).lowercased().contains(folded)
    }
    return pattern.isASCII && pattern.occurs(in: text)
  }
}
