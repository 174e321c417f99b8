import Testing

@testable import UDFConsole

@Suite("Words of the prompt")
struct WordTests {
  @Test("each is there once, with how it is written and what for")
  func words() {
    #expect(Set(Word.all.map(\.name)).count == Word.all.count)
    for word in Word.all {
      #expect(word.usage.contains(word.name), "\(word.name)")
      #expect(!word.text.isEmpty && !word.text.hasSuffix("."), "\(word.name)")
    }
  }
}
