import Testing

@testable import UDFCommands

@Suite("Words of the prompt")
struct WordTests {
  @Test("are listed once each, with their syntax and purpose")
  func words() {
    #expect(Set(Word.all.map(\.name)).count == Word.all.count)
    for word in Word.all {
      #expect(word.usage.contains(word.name), "\(word.name)")
      #expect(!word.text.isEmpty && !word.text.hasSuffix("."), "\(word.name)")
    }
  }
}
