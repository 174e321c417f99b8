/// The screen of a terminal with unlimited rows. It supports the part of xterm that readline uses.
struct Screen {
  let columns: Int
  private(set) var rows: [[Character]] = [[]]
  private(set) var row = 0
  private var column = 0
  private var pending: [UInt8] = []
  /// Everything that arrived, for tests about colour.
  private(set) var raw = ""

  init(columns: Int) { self.columns = columns }

  /// The rows as text, without spaces at their ends.
  var lines: [String] { rows.map { Self.trimmed(String($0)) } }

  /// The row that the cursor is in.
  var cursorLine: String { Self.trimmed(String(rows[row])) }

  var text: String { lines.joined(separator: "\n") }

  mutating func feed(_ bytes: ArraySlice<UInt8>) {
    pending += bytes
    while let length = completeLength(), length > 0 {
      let unit = String(decoding: pending[..<length], as: UTF8.self)
      pending.removeFirst(length)
      raw += unit
      draw(unit)
    }
  }

  /// The length of the first character or escape sequence, nil if it has not arrived in full.
  private func completeLength() -> Int? {
    guard let first = pending.first else { return nil }
    if first == 0x1B {
      guard pending.count > 1 else { return nil }
      guard pending[1] == UInt8(ascii: "[") else { return 2 }
      return pending.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
    }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return pending.count >= length ? length : nil
  }

  private mutating func draw(_ unit: String) {
    switch unit {
    case "\r\n":
      moveDown(1)
      column = 0
    case "\n": moveDown(1)
    case "\r": column = 0
    case "\u{8}": column = max(0, column - 1)
    case "\u{7}": break
    default:
      if unit.hasPrefix("\u{1B}[") {
        control(unit.dropFirst(2))
      } else if !unit.hasPrefix("\u{1B}"), let character = unit.first {
        put(character)
      }
    }
  }

  private mutating func put(_ character: Character) {
    // The cursor waits behind the last column until something more comes.
    if column == columns {
      moveDown(1)
      column = 0
    }
    pad(to: column + 1)
    rows[row][column] = character
    column += 1
  }

  private mutating func control(_ sequence: Substring) {
    guard let final = sequence.last else { return }
    let number = Int(sequence.dropLast()) ?? 0
    let count = max(1, number)
    switch final {
    case "A": row = max(0, row - count)
    case "B": moveDown(count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = count - 1
    case "K" where number == 0: rows[row] = Array(rows[row].prefix(column))
    case "J" where number == 0:
      rows[row] = Array(rows[row].prefix(column))
      rows.removeSubrange((row + 1)...)
    case "P":
      let end = min(column + count, rows[row].count)
      if column < end { rows[row].removeSubrange(column..<end) }
    case "@":
      pad(to: column)
      rows[row].insert(contentsOf: repeatElement(" ", count: count), at: column)
    default: break
    }
  }

  private mutating func moveDown(_ count: Int) {
    row += count
    while rows.count <= row { rows.append([]) }
  }

  private mutating func pad(to width: Int) {
    while rows[row].count < width { rows[row].append(" ") }
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}
