import SeededTesting
import Testing
import UDF

@Suite("Text queries")
struct TextQueryTests {
  @Test("every word must occur, in any order and letter case")
  func words() {
    #expect(TextQuery("milk FRESH").matches("Fresh goat's Milk"))
    #expect(!TextQuery("milk fresh").matches("Fresh bread"))
    #expect(TextQuery(" ").matches(""))
    #expect(!TextQuery("a").matches(""))
    #expect(TextQuery("@[`{").matches("@[`{"))
    #expect(!TextQuery("`").matches("@"))
  }

  @Test("words may occur in different texts of a row")
  func texts() {
    #expect(TextQuery("milk monday").matches("Buy milk", "on Monday"))
    #expect(!TextQuery("milk monday").matches("Buy milk", "on Tuesday"))
  }

  @Test(
    "letters beyond ASCII are compared as characters, in any encoding",
    arguments: [
      ("zoë", "ZOË", true), ("zoe\u{308}", "Zoë", true), ("zoe", "Zoë", false), ("zoe", "Zoe\u{308}", false),
      ("milk", "Milch für Zoë, milk", true), ("k", "\u{212A}", true), ("ёж", "ЁЖИК", true), ("ё", "abc", false),
    ])
  func unicode(_ query: String, _ text: String, _ matches: Bool) {
    #expect(TextQuery(query).matches(text) == matches)
    #expect(Array(text.utf8).withUnsafeBufferPointer { TextQuery(query).matches($0) } == matches)
  }

  @Test("a search finds the same as a search of each place")
  func slowly() {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<3_000 {
      let text = String(
        (0..<Int.random(in: 0...40, using: &generator)).map { _ in "aAbB@`".randomElement(using: &generator)! })
      let word = String(
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in "abB`".randomElement(using: &generator)! })
      #expect(
        TextQuery(word).matches(text) == text.lowercased().contains(word.lowercased()),
        "\(word) in \(text); \(Seed.replay)")
    }
  }
}
