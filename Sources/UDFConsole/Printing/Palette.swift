/// The few colours of the console; without colour every text is returned as it came.
struct Palette: Sendable {
  let isColoured: Bool

  static let plain = Palette(isColoured: false)

  /// The columns of a line that has been painted.
  static func columns(of painted: String) -> Int { painted.replacing(/\u{1B}\[[0-9]*m/, with: "").columns }

  /// Whether a line that has been painted takes at most `width` columns; nil: any.
  static func fits(_ painted: String, in width: Int?) -> Bool { width.map { columns(of: painted) <= $0 } ?? true }

  /// With each line that is wider broken between words, what follows indented below its beginning.
  static func wrapped(_ painted: String, to width: Int) -> String {
    painted.split(separator: "\n", omittingEmptySubsequences: false).map { wrapped(line: String($0), to: width) }
      .joined(separator: "\n")
  }

  private static func wrapped(line painted: String, to width: Int) -> String {
    guard columns(of: painted) > width else { return painted }
    let start = painted.prefix { $0 == " " }
    let margin = String(repeating: " ", count: min(width / 2, start.count + 2))
    var lines = [String(start)]
    var column = start.count
    for word in painted.dropFirst(start.count).split(separator: " ", omittingEmptySubsequences: false) {
      let needed = columns(of: String(word))
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

  func dim(_ text: String) -> String { paint(text, "2") }
  func red(_ text: String) -> String { paint(text, "31") }
  func green(_ text: String) -> String { paint(text, "32") }
  func bold(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
