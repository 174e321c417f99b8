import SeededTesting
import Testing

@testable import LuaSyntax

@Suite("a source excerpt")
struct SourceExcerptTests {
  private func excerpt(
    _ source: String, _ line: Int, _ column: Int? = nil, width: Int = 100
  ) -> String {
    SourceExcerpt(source.utf8, line: line, column: column).text(width: width)
  }

  @Test("shows the line of the error, the line before it, and a caret under the column")
  func plain() {
    let source =
      String(repeating: "\n", count: 12) + "  total = s.total + a.price,\n  items = push(s.items a),\n}\n"
    #expect(
      excerpt(source, 14, 24) == """
           13 |   total = s.total + a.price,
           14 |   items = push(s.items a),
              |                        ^
        """)
  }

  @Test("has no caret if the column is unknown")
  func noColumn() {
    #expect(
      excerpt("local a = 1\nlocal b = a.b.c", 2) == """
           1 | local a = 1
           2 | local b = a.b.c
        """)
  }

  @Test("the first line is shown alone, and line numbers are right-aligned")
  func numbers() {
    #expect(
      excerpt("x =\ny", 1, 3) == """
           1 | x =
             |   ^
        """)
    #expect(
      excerpt((1...10).map { "line\($0)" }.joined(separator: "\n"), 10, 1) == """
            9 | line9
           10 | line10
              | ^
        """)
  }

  @Test("for an error at the end of the file, shows the last line that is not blank")
  func endOfFile() {
    #expect(
      excerpt("x = (\n", 2, 1) == """
           1 | x = (
           2 |
             | ^
        """)
    #expect(
      excerpt("x = (\n\n\n  \n", 5, 1) == """
           1 | x = (
           5 |
             | ^
        """)
    #expect(
      excerpt("x = (", 9, 1) == """
           1 | x = (
             |      ^
        """)
    #expect(
      excerpt("", 1, 1) == """
           1 |
             | ^
        """)
  }

  @Test(
    "a column outside of the line points to the nearer end of the line, and a line number below 1 gives an empty excerpt"
  )
  func outside() {
    #expect(excerpt("ab", 1, 9).hasSuffix("\n     |   ^"))
    #expect(excerpt("ab", 1, -3).hasSuffix("\n     | ^"))
    #expect(excerpt("ab", 0, 1) == "")
  }

  @Test("tabs do not move the caret to a wrong column")
  func tabs() {
    #expect(
      excerpt("\tif x\n\t\ta\t= b c", 2, 9) == """
           1 |     if x
           2 |         a   = b c
             |                 ^
        """)
  }

  @Test("wide, combining and joined characters do not move the caret to a wrong column")
  func wide() {
    #expect(
      excerpt("x = \"日本\" y", 1, 14) == """
           1 | x = "日本" y
             |            ^
        """)
    #expect(
      excerpt("x = 'e\u{301}ü' y", 1, 13) == """
           1 | x = 'e\u{301}ü' y
             |          ^
        """)
    #expect(
      excerpt("'👩‍👩‍👧🇫🇷❤️' y", 1, 1 + "'👩‍👩‍👧🇫🇷❤️' ".utf8.count) == """
           1 | '👩‍👩‍👧🇫🇷❤️' y
             |          ^
        """)
  }

  @Test("a column in the middle of a character points to the start of the character")
  func middle() {
    #expect(excerpt("日本 x", 1, 5).hasSuffix("\n     |   ^"))
    #expect(excerpt("ae\u{301}b", 1, 3).hasSuffix("\n     |  ^"))
  }

  @Test("invalid UTF-8 and characters that control the terminal are shown as U+FFFD, one column wide")
  func controls() {
    let bytes = Array("a".utf8) + [0xFF, 0x1B] + Array("[31m\u{202E}".utf8) + [0xE6, 0x97] + Array("b".utf8)
    #expect(
      SourceExcerpt(bytes, line: 1, column: bytes.count).text() == """
           1 | a��[31m���b
             |           ^
        """)
  }

  @Test("lines are counted like in Lua, and a byte order mark has no width")
  func lineBreaks() {
    for source in ["a\nb\nc", "a\r\nb\r\nc", "a\rb\rc", "a\n\rb\n\rc"] {
      #expect(
        excerpt(source, 3, 1) == """
             2 | b
             3 | c
               | ^
          """)
    }
    #expect(excerpt("a\n\nb", 3) == "   2 |\n   3 | b")
    #expect(excerpt("\u{FEFF}x y", 1, 6).hasSuffix("1 | x y\n     |   ^"))
  }

  @Test("a long line is clipped around the column, and so is the line before it")
  func long() {
    let digits = String(repeating: "0123456789", count: 10)
    #expect(
      excerpt(digits, 1, 5, width: 20) == """
           1 | 0123456789012345678…
             |     ^
        """)
    #expect(
      excerpt("short\n" + digits, 2, 51, width: 20) == """
           1 | …
           2 | …123456789012345678…
             |           ^
        """)
    #expect(
      excerpt(digits + "\n" + digits, 2, 100, width: 20) == """
           1 | …1234567890123456789
           2 | …1234567890123456789
             |                    ^
        """)
    #expect(
      excerpt(String(repeating: "日", count: 30), 1, 46, width: 21) == """
           1 | … 日日日日日日日日日…
             |           ^
        """)
  }

  @Test("no line is wider than the given columns")
  func columns() {
    let source = (1...12).map { _ in String(repeating: "0123456789", count: 12) }.joined(separator: "\n")
    for columns in 30...120 {
      for place in [1, 20, 60, 100, 120, 121] {
        let text = SourceExcerpt(source.utf8, line: 12, column: place).text(columns: columns)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(columns), \(place)")
      }
    }
  }

  @Test("any position, width and content gives a valid excerpt")
  func robust() {
    var generator = SeededGenerator(seed: 7)
    let pieces = ["a", " ", "\t", "\n", "\r", "日", "e\u{301}", "\u{1B}", "👩‍👩‍👧", "\u{200D}", "\u{FEFF}"]
    for _ in 0..<500 {
      var bytes = (0..<Int.random(in: 0...60, using: &generator)).flatMap { _ in
        Array((pieces.randomElement(using: &generator) ?? "").utf8)
      }
      if !bytes.isEmpty { bytes[Int.random(in: bytes.indices, using: &generator)] = 0xFF }
      let line = Int.random(in: -1...9, using: &generator)
      let column = Int.random(in: -1...80, using: &generator)
      let width = Int.random(in: 0...40, using: &generator)
      let text = SourceExcerpt(bytes, line: line, column: column).text(width: width)
      let rows = text.split(separator: "\n")
      #expect(
        line < 1 ? text.isEmpty : rows.last?.hasSuffix("^") == true, "\(bytes) \(line):\(column) \(width)")
      #expect(rows.allSatisfy { $0.reduce(0) { $0 + $1.displayWidth } <= 8 + max(width, 20) + 1 }, "\(bytes)")
    }
  }
}
