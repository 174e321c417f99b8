/// The lines of a script around an error, with a caret under its column.
///
///     SourceExcerpt(source.utf8, line: 14, column: 24).text()
///
///        13 |   total = s.total + a.price,
///        14 |   items = push(s.items a),
///           |                        ^
package struct SourceExcerpt {
  private struct Row {
    var number: Int
    var line: SourceLine
  }

  private var rows: [Row] = []
  private var caret: Int?

  /// - Parameters:
  ///   - source: the script as it was read, in any encoding.
  ///   - line: counted from 1 as Lua counts; beyond the end it means the end.
  ///   - column: in bytes from 1; nil: unknown, no caret.
  package init(_ source: some Sequence<UInt8>, line: Int, column: Int? = nil) {
    let lines = Self.lines(Array(source))
    guard line >= 1 else { return }
    let index = min(line, lines.count) - 1
    let error = SourceLine(lines[index])
    // What comes before an error at the end of a file is often a run of empty lines that explains nothing.
    let before = lines[..<index]
    let context = error.isBlank ? before.lastIndex { !SourceLine($0).isBlank } : before.indices.last
    if let context { rows.append(Row(number: context + 1, line: SourceLine(lines[context]))) }
    rows.append(Row(number: index + 1, line: error))
    caret = column.map { line > lines.count ? error.width : error.offset(ofByte: $0 - 1) }
  }

  /// The excerpt, indented by three columns, without a newline at its end; empty for a line before the first.
  ///
  /// - Parameter width: columns of source shown, at least 20; longer lines are clipped around the caret.
  package func text(width: Int = 100) -> String {
    guard let last = rows.last else { return "" }
    let width = max(width, 20)
    let gutter = String(last.number).count
    var start = 0
    if let caret, last.line.width > width, caret > width * 3 / 4 {
      start = min(caret - width / 2, max(last.line.width, caret + 1) - width)
    }
    var result = rows.map { row in
      let number = String(row.number)
      let indent = String(repeating: " ", count: 3 + gutter - number.count)
      return Self.trimmed("\(indent)\(number) | \(row.line.clipped(from: start, width: width))")
    }
    if let caret {
      let indent = String(repeating: " ", count: 3 + gutter)
      let pad = String(repeating: " ", count: caret - start)
      result.append("\(indent) | \(pad)^")
    }
    return result.joined(separator: "\n")
  }

  /// The excerpt in no more than `columns` as long as these are not less than some thirty.
  package func text(columns: Int) -> String {
    // The numbers with what stands around them, and the caret behind the end of a line.
    text(width: min(100, columns - 7 - String(rows.last?.number ?? 0).count))
  }

  private static func trimmed(_ line: String) -> Substring {
    line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)]
  }

  /// Lua takes `\r\n` and `\n\r` for one line break, and a lone `\r` too.
  private static func lines(_ source: [UInt8]) -> [ArraySlice<UInt8>] {
    func isBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    var result: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < source.count {
      guard isBreak(source[index]) else {
        index += 1
        continue
      }
      result.append(source[start..<index])
      let next = index + 1
      index = next < source.count && isBreak(source[next]) && source[next] != source[index] ? next + 1 : next
      start = index
    }
    return result + [source[start...]]
  }
}
