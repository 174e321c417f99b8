import LuaSyntax
import UDFHost

extension StringProtocol {
  /// The number of terminal columns of a cleaned text.
  package var columns: Int { reduce(0) { $0 + $1.displayWidth } }

  /// The text on one line, without characters that move the cursor or change the text's direction.
  package var cleaned: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(self) }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: text.append(" ")
      // Zero-width joiners and non-joiners stay, because they only join letters and emoji.
      case .format where scalar != "\u{200C}" && scalar != "\u{200D}": break
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// The longest prefix that fits into `width` columns.
  package func prefix(columns width: Int) -> String {
    var room = width
    return String(
      prefix { character in
        room -= character.displayWidth
        return room >= 0
      })
  }

  /// The text shortened to `width` columns, with `…` in place of the missing end.
  package func shortened(to width: Int) -> String {
    guard width > 0 else { return "" }
    // Reads only as much of a long text as is needed to decide.
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

  /// The text divided into pieces that each fill a row of the screen.
  package func inRows(of width: Int) -> [String] {
    var (rows, room) = ([""], width)
    for character in self {
      if character.displayWidth > room { (rows, room) = (rows + [""], width) }
      rows[rows.count - 1].append(character)
      room -= character.displayWidth
    }
    return rows
  }

  /// The text followed by spaces up to `width` columns.
  func filled(to width: Int) -> String { String(self) + String(repeating: " ", count: Swift.max(0, width - columns)) }

  /// Divides the text into lines of at most `width` columns, between words if there is a space.
  package func wrapped(to width: Int) -> [String] {
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
