import LuaSyntax
import UDFHost

extension StringProtocol {
  /// The columns of a terminal that a cleaned text takes.
  var columns: Int { reduce(0) { $0 + $1.displayWidth } }

  /// On one line, without what would move the cursor or turn the text around.
  var cleaned: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(self) }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: text.append(" ")
      // The two that only join letters and emoji stay.
      case .format where scalar != "\u{200C}" && scalar != "\u{200D}": break
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// As much of its beginning as `width` columns hold.
  func prefix(columns width: Int) -> String {
    var room = width
    return String(
      prefix { character in
        room -= character.displayWidth
        return room >= 0
      })
  }

  /// Cut to `width` columns, with `…` where something is missing.
  func shortened(to width: Int) -> String {
    guard width > 0 else { return "" }
    // No more of a long text is looked at than it takes to know.
    var room = width
    let isLonger = contains { character in
      room -= character.displayWidth
      return room < 0
    }
    guard isLonger else { return String(self) }
    var beginning = prefix(columns: width - 1)
    while beginning.last == " " { beginning.removeLast() }
    return beginning + "…"
  }

  /// With spaces after it up to `width` columns.
  func filled(to width: Int) -> String { String(self) + String(repeating: " ", count: Swift.max(0, width - columns)) }

  /// In lines of at most `width` columns, broken between words where there is a space.
  func wrapped(to width: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines: [String] = []
      var line = ""
      var room = width
      var space: String.Index?
      for character in paragraph.cleaned {
        let character = character.displayWidth > width ? "…" : character
        if character.displayWidth > room, character == " " {
          lines.append(line)
          (line, room, space) = ("", width, nil)
          continue
        }
        while character.displayWidth > room {
          lines.append(String(line[..<(space ?? line.endIndex)]))
          line = space.map { String(line[line.index(after: $0)...]) } ?? ""
          (room, space) = (width - line.columns, nil)
        }
        if character == " " { space = line.endIndex }
        line.append(character)
        room -= character.displayWidth
      }
      return lines + [line]
    }
  }
}
