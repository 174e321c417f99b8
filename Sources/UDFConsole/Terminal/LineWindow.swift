import LuaSyntax

/// The part of an edited text around the cursor that fits into the window.
///
/// Readline draws texts with more rows than the window incorrectly, so it gets only this part.
struct LineWindow: Equatable {
  let text: String
  /// The position of the cursor in ``text``, in bytes.
  let cursor: Int

  /// - Parameters:
  ///   - cursor: its position in bytes.
  ///   - prompt: the number of columns before the first row.
  ///   - rows: the number of rows for the text.
  init(_ text: String, cursor: Int, prompt: Int, columns: Int, rows: Int) {
    let starts = Self.rowStarts(of: text, prompt: prompt, columns: max(2, columns))
    guard starts.count > max(1, rows) else {
      (self.text, self.cursor) = (text, cursor)
      return
    }
    let room = max(1, rows - 1)  // The prompt in front of the part may take a row more.
    let current = starts.lastIndex { $0 <= cursor } ?? 0
    let first = min(max(0, current - room + 1), starts.count - room)
    let bytes = Array(text.utf8)
    var end = first + room < starts.count ? starts[first + room] : bytes.count
    if end < bytes.count, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    let part = String(decoding: bytes[starts[first]..<end], as: UTF8.self)
    self.text = part
    self.cursor = min(max(0, cursor - starts[first]), part.utf8.count)
  }

  /// The screen row of the cursor, from 0.
  func cursorRow(prompt: Int, columns: Int) -> Int {
    let starts = Self.rowStarts(of: text, prompt: prompt, columns: max(2, columns))
    return starts.lastIndex { $0 <= cursor } ?? 0
  }

  /// The start of each screen row, in bytes.
  private static func rowStarts(of text: String, prompt: Int, columns: Int) -> [Int] {
    var (starts, column, position) = ([0], prompt, 0)
    for character in text {
      let length = character.utf8.count
      if character == "\n" {
        (column, position) = (0, position + length)
        starts.append(position)
        continue
      }
      let width = width(of: character, at: column)
      if column + width > columns {
        starts.append(position)
        column = 0
      }
      (column, position) = (column + width, position + length)
    }
    return starts
  }

  /// Readline displays a control character as `^A`, and a tab up to the next multiple of eight columns.
  private static func width(of character: Character, at column: Int) -> Int {
    if character == "\t" { return 8 - column % 8 }
    return character.asciiValue.map { $0 < 0x20 || $0 == 0x7F ? 2 : 1 } ?? character.displayWidth
  }
}
