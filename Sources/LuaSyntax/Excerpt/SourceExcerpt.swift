/// The line of a script that has an error, the line before it, and a caret under the error's column.
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

  /// The columns that an excerpt may take in the present task; nil: as many as it needs.
  @TaskLocal package static var columns: Int?

  private var rows: [Row] = []
  private var caret: Int?

  /// - Parameters:
  ///   - source: the bytes of the script, in any encoding.
  ///   - line: the line number, from 1. A number beyond the last line means the end of the script.
  ///   - column: the byte in the line, from 1; nil if it is unknown, and then there is no caret.
  package init(_ source: some Sequence<UInt8>, line: Int, column: Int? = nil) {
    let lines = Self.lines(Array(source))
    guard line >= 1 else { return }
    let index = min(line, lines.count) - 1
    let error = SourceLine(lines[index])
    // An error at the end of a file often follows blank lines. The excerpt then shows the last line that is not blank.
    let before = lines[..<index]
    let context = error.isBlank ? before.lastIndex { !SourceLine($0).isBlank } : before.indices.last
    if let context { rows.append(Row(number: context + 1, line: SourceLine(lines[context]))) }
    rows.append(Row(number: index + 1, line: error))
    caret = column.map { line > lines.count ? error.width : error.offset(ofByte: $0 - 1) }
  }

  /// The excerpt, indented by three columns, without a newline at its end; empty if the line number is less than 1.
  ///
  /// - Parameter width: the columns for source text, at least 20. Longer lines are clipped around the caret. nil: 100, or as many as
  ///   ``columns`` leaves.
  package func text(width: Int? = nil) -> String {
    guard let last = rows.last else { return "" }
    if width == nil, let columns = Self.columns { return text(columns: columns) }
    let width = max(width ?? 100, 20)
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

  /// The excerpt, at most `columns` wide if that leaves at least 20 columns for source text.
  package func text(columns: Int) -> String {
    // Seven columns are for the indent, the separator, and a caret after the end of the line.
    text(width: min(100, columns - 7 - String(rows.last?.number ?? 0).count))
  }

  private static func trimmed(_ line: String) -> Substring {
    line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)]
  }

  /// Splits a source at Lua's line breaks: `\n`, `\r`, `\r\n` and `\n\r`.
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
