import UDFTooling

/// One line of a screen, made of pieces with styles.
package struct ScreenLine: Equatable {
  struct Piece: Equatable {
    var text: String
    var style: ScreenStyle
  }

  private(set) var pieces: [Piece] = []

  init() {}

  init(_ text: String, _ style: ScreenStyle = .plain) { add(text, style) }

  mutating func add(_ text: String, _ style: ScreenStyle = .plain) {
    if !text.isEmpty { pieces.append(Piece(text: text, style: style)) }
  }

  var columns: Int { pieces.reduce(0) { $0 + $1.text.columns } }

  /// The line shortened to `width` columns.
  func fitted(to width: Int) -> ScreenLine {
    guard columns > width else { return self }
    var line = ScreenLine()
    var room = width
    for piece in pieces {
      if piece.text.columns >= room {
        // The added space forces an ellipsis in the last column.
        line.add((piece.text + " ").shortened(to: room), piece.style)
        break
      }
      line.add(piece.text, piece.style)
      room -= piece.text.columns
    }
    return line
  }

  package func text(_ palette: Palette) -> String { pieces.map { palette.paint($0.text, $0.style) }.joined() }
}

extension Palette {
  func paint(_ text: String, _ style: ScreenStyle) -> String {
    switch style {
    case .plain: text
    case .bold: bold(text)
    case .dim: dim(text)
    case .green: green(text)
    case .red: red(text)
    }
  }
}
