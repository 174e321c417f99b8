/// A line of source as a terminal shows it: a list of cells, each with its bytes and its column.
///
/// Tabs are expanded. Control characters, changes of writing direction and bytes that are not UTF-8 become `�`, so that a
/// script can neither move the caret nor send commands to the terminal.
struct SourceLine {
  private struct Cell {
    var text: String
    var width: Int
    var column: Int
    var bytes: Range<Int>
  }

  private static let tabStop = 4
  private var cells: [Cell] = []

  /// The width in columns.
  private(set) var width = 0

  init(_ bytes: some Collection<UInt8>) {
    var position = 0
    for character in Self.characters(bytes) {
      let (text, columns) = Self.shown(character.text, at: width)
      cells.append(
        Cell(text: text, width: columns, column: width, bytes: position..<(position + character.count)))
      position += character.count
      width += columns
    }
  }

  var text: String { cells.map(\.text).joined() }

  var isBlank: Bool { cells.allSatisfy { $0.text.allSatisfy { $0 == " " } } }

  /// The column of the character that contains a byte, both counted from 0; the line's width for a byte after the line.
  func offset(ofByte byte: Int) -> Int {
    cells.first { $0.bytes.upperBound > byte }?.column ?? width
  }

  /// The text from the column `start` on, at most `limit` columns wide; `…` marks omitted text.
  func clipped(from start: Int, width limit: Int) -> String {
    if start == 0, width <= limit { return text }
    if width <= start { return cells.isEmpty ? "" : "…" }
    let isCutLeft = start > 0
    let isCutRight = width > start + limit
    let first = isCutLeft ? start + 1 : start
    let end = isCutRight ? start + limit - 1 : start + limit
    let shown = cells.filter { $0.column >= first && $0.column + $0.width <= end }
    // A wide character that is cut in half is replaced by spaces.
    let left = String(repeating: " ", count: (shown.first?.column ?? end) - first)
    let right = String(
      repeating: " ", count: isCutRight ? end - (shown.last.map { $0.column + $0.width } ?? end) : 0)
    return (isCutLeft ? "…" : "") + left + shown.map(\.text).joined() + right + (isCutRight ? "…" : "")
  }

  private static func shown(_ text: Character, at column: Int) -> (String, Int) {
    if text == "\t" {
      let columns = tabStop - column % tabStop
      return (String(repeating: " ", count: columns), columns)
    }
    if text == "\u{FEFF}" { return ("", 0) }
    if text.unicodeScalars.contains(where: \.commandsTerminal) { return ("�", 1) }
    return (String(text), text.displayWidth)
  }

  /// Decodes characters and counts the bytes of each in the source. U+FFFD stands for one invalid byte.
  private static func characters(_ bytes: some Collection<UInt8>) -> [(text: Character, count: Int)] {
    var scalars = String.UnicodeScalarView()
    var counts: [Int] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var decoder = UTF8()
      var iterator = rest.makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&iterator) {
        scalars.append(scalar)
        counts.append(UTF8.width(scalar))
      } else {
        scalars.append("\u{FFFD}")
        counts.append(1)
      }
      rest = rest.dropFirst(counts[counts.count - 1])
    }
    var position = 0
    return String(scalars).map { character in
      let range = position..<(position + character.unicodeScalars.count)
      position = range.upperBound
      return (character, counts[range].reduce(0, +))
    }
  }
}
