import SeededTesting
import Testing

@testable import UDFConsole

@Suite("The visible part of an edited text")
struct LineWindowTests {
  private static let text = (1...10).map { "line \($0)" }.joined(separator: "\n")

  private func window(_ text: String, at cursor: Int? = nil, columns: Int = 80, rows: Int) -> LineWindow {
    LineWindow(text, cursor: cursor ?? text.utf8.count, prompt: 5, columns: columns, rows: rows)
  }

  @Test("is the whole text if it fits")
  func fits() {
    for rows in [10, 24] { #expect(window(Self.text, rows: rows).text == Self.text) }
    #expect(window("", rows: 1).text == "")
    #expect(window("one", rows: 1).text == "one")
  }

  @Test("is the part around the cursor if it does not fit, with one row less for the prompt")
  func cut() {
    let end = window(Self.text, rows: 4)
    #expect(end.text == "line 8\nline 9\nline 10")
    #expect(end.cursor == end.text.utf8.count)
    let start = window(Self.text, at: 0, rows: 4)
    #expect(start.text == "line 1\nline 2\nline 3")
    #expect(start.cursor == 0)
    let middle = window(Self.text, at: 7 * 4 + 2, rows: 4)
    #expect(middle.text == "line 3\nline 4\nline 5")
    #expect(middle.cursor == 7 * 2 + 2)
    #expect(middle.cursorRow(prompt: 5, columns: 80) == 2)
  }

  @Test("counts the rows of long lines, wide characters and tabs")
  func wrapped() {
    #expect(window(String(repeating: "x", count: 100), columns: 20, rows: 3).text == String(repeating: "x", count: 25))
    #expect(window(String(repeating: "日", count: 50), columns: 20, rows: 2).text == String(repeating: "日", count: 3))
    #expect(window("a\tb\tc\td", columns: 16, rows: 1).text == "c\td")
  }

  @Test("contains the cursor at its place in the text")
  func law() {
    var generator = SeededGenerator(seed: Seed.current)
    let letters = ["a", "é", "日", "\n", "\n", "\t", "\u{1}", "🙂", "bcd efg"]
    for _ in 0..<500 {
      let pieces = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        letters.randomElement(using: &generator) ?? ""
      }
      let cut = Int.random(in: 0...pieces.count, using: &generator)
      let (before, after) = (pieces[..<cut].joined(), pieces[cut...].joined())
      let rows = Int.random(in: 1...8, using: &generator)
      let part = LineWindow(
        before + after, cursor: before.utf8.count, prompt: 5, columns: Int.random(in: 8...20, using: &generator),
        rows: rows)
      let bytes = Array(part.text.utf8)
      let (head, tail) = (bytes[..<part.cursor], bytes[part.cursor...])
      #expect(Array(before.utf8).suffix(head.count) == head, "\(Seed.replay)")
      #expect(Array(after.utf8).prefix(tail.count) == tail, "\(Seed.replay)")
    }
  }
}
