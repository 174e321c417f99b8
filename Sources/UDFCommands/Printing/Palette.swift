/// Colours text of the console. Without colour it returns every text unchanged. ``rendered(_:)`` prepares coloured text
/// for a terminal.
package struct Palette: Sendable {
  let isColoured: Bool

  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  package static let plain = Palette(isColoured: false)

  /// Represents the escape character in coloured text until ``rendered(_:)`` replaces it. It is random, so that no data
  /// contains it.
  private static let mark = String(
    String.UnicodeScalarView((0..<4).map { _ in Unicode.Scalar(UInt16.random(in: 0xFDD0...0xFDEF)) ?? " " }))

  /// Converts coloured text to terminal output: data in it is escaped, and the colours become escape sequences.
  package static func rendered(_ painted: String) -> String {
    painted.escapedForTerminal.replacing(mark, with: "\u{1B}")
  }

  /// The width of a coloured line in columns.
  package static func columns(of painted: String) -> Int {
    let text = rendered(painted)
    return (text.utf8.contains(0x1B) ? text.replacing(/\u{1B}\[[0-9]*m/, with: "") : text).columns
  }

  /// Whether a coloured line has at most `width` columns; nil: no limit.
  package static func fits(_ painted: String, in width: Int?) -> Bool {
    width.map { columns(of: painted) <= $0 } ?? true
  }

  /// Wraps lines that are too wide between words, and indents the continuation. A number stays with its unit.
  package static func wrapped(_ painted: String, to width: Int) -> String {
    painted.split(separator: "\n", omittingEmptySubsequences: false).map { wrapped(line: String($0), to: width) }
      .joined(separator: "\n")
  }

  private static func wrapped(line painted: String, to width: Int) -> String {
    guard columns(of: painted) > width else { return painted }
    let start = painted.prefix { $0 == " " }
    let margin = String(repeating: " ", count: min(width / 2, start.count + 2))
    var lines = [String(start)]
    var column = start.count
    for word in words(of: painted.dropFirst(start.count)) {
      let needed = columns(of: word)
      if column + 1 + needed > width, column > margin.count {
        (column, lines) = (margin.count + needed, lines + [margin + word])
      } else if needed > 0 || column < width {
        let space = lines == [String(start)] ? "" : " "
        lines[lines.count - 1] += space + word
        column += space.count + needed
      }
    }
    return lines.map { $0.replacing(#/ +$/#, with: "") }.joined(separator: "\n")
  }

  private static func words(of painted: Substring) -> [String] {
    painted.split(separator: " ", omittingEmptySubsequences: false).reduce(into: []) { words, word in
      if words.last?.last?.isNumber == true, ElapsedTime.units.contains(String(word.prefix(while: \.isLetter))) {
        words[words.count - 1] += " " + word
      } else {
        words.append(String(word))
      }
    }
  }

  package func dim(_ text: String) -> String { paint(text, "2") }
  package func red(_ text: String) -> String { paint(text, "31") }
  package func green(_ text: String) -> String { paint(text, "32") }
  func yellow(_ text: String) -> String { paint(text, "33") }
  func bold(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\(Self.mark)[\(code)m\(text)\(Self.mark)[0m" : text
  }
}
