import Testing

@testable import UDFConsole

@Suite("Words that need no app")
struct WordTests {
  @Test("each is there once, with how it is written and what for")
  func words() {
    let words = Word.prompt + Word.library
    #expect(Set(words.map(\.name)).count == words.count)
    for word in words {
      #expect(word.usage.contains(word.name), "\(word.name)")
      #expect(!word.text.isEmpty && !word.text.hasSuffix("."), "\(word.name)")
    }
  }
}
