/// A line of source as a terminal shows it: cells that know their bytes and their columns.
///
/// Tabs are expanded; control characters, changes of writing direction and bytes that are no UTF-8 are shown
/// as `�`, so that nothing in a script can move the caret or command the terminal.
struct SourceLine {
  private struct Cell {
    var text: String
    var width: Int
    var column: Int
    var bytes: Range<Int>
  }

  private static let tabStop = 4
  private var cells: [Cell] = []

  /// In columns.
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

  /// The column of the character that holds a byte, both counted from 0; behind the line for a byte behind
  /// it.
  func offset(ofByte byte: Int) -> Int {
    cells.first { $0.bytes.upperBound > byte }?.column ?? width
  }

  /// The columns from `start`; `…` stands where something is left out.
  func clipped(from start: Int, width limit: Int) -> String {
    if start == 0, width <= limit { return text }
    if width <= start { return cells.isEmpty ? "" : "…" }
    let isCutLeft = start > 0
    let isCutRight = width > start + limit
    let first = isCutLeft ? start + 1 : start
    let end = isCutRight ? start + limit - 1 : start + limit
    let shown = cells.filter { $0.column >= first && $0.column + $0.width <= end }
    // Half of a wide character may stick out on either side.
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

  /// Characters with the number of bytes each came from, which a repaired one no longer tells.
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
