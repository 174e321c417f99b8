/// One word to be found in texts, however it is capitalised.
public struct TextWord: Sendable, Hashable {
  let folded: String
  let bytes: ContiguousArray<UInt8>
  let isASCII: Bool

  init(_ word: some StringProtocol) {
    folded = word.lowercased()
    bytes = ContiguousArray(folded.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether the text contains the word.
  public func occurs(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { occurs(in: $0) }
  }

  /// Whether the text, given in UTF-8, contains the word; nothing is allocated if the text is ASCII.
  public func occurs(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else {
      return String(decoding: text, as: UTF8.self).lowercased().contains(folded)
    }
    guard isASCII else { return false }
    let lowered = text.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    return lowered.count >= bytes.count
      && (0...(lowered.count - bytes.count)).contains { lowered[$0...].starts(with: bytes) }
  }
}
