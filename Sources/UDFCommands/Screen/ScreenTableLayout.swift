import UDFTooling

/// Lays out rows of cells below the titles of their columns. If the space is too small, the widest columns are
/// shortened first.
struct ScreenTableLayout {
  let columns: [ScreenColumn]
  let rows: [ScreenRow]
  let width: Int
  /// The width of the widest number with its brackets.
  let marks: Int

  private static let gap = 2

  var lines: [ScreenLine] {
    let frame = ScreenRowLayout(rows: rows, width: width, marks: marks)
    let titles = columns.map(\.title.cleaned)
    let cells = rows.map { $0.cells.map(\.cleaned) }
    let widths = widths(of: [titles] + cells, room: width - frame.beginning(of: nil).columns)
    var lines: [ScreenLine] = []
    if titles.contains(where: { !$0.isEmpty }) {
      var line = frame.beginning(of: nil)
      line.add(text(titles, widths), .dim)
      lines.append(line)
    }
    for (row, cells) in zip(rows, cells) {
      var line = frame.beginning(of: row)
      line.add(text(cells, widths), row.isSelected ? .bold : .plain)
      lines.append(line)
    }
    return lines
  }

  private func widths(of lines: [[String]], room: Int) -> [Int] {
    let room = room - Self.gap * (columns.count - 1)
    let natural = columns.indices.map { column in
      lines.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
    }
    var widest = max(1, room)
    while widest > 1, natural.reduce(0, { $0 + min($1, widest) }) > room { widest -= 1 }
    return natural.map { min($0, widest) }
  }

  private func text(_ cells: [String], _ widths: [Int]) -> String {
    var text = ""
    for (index, (cell, width)) in zip(cells, widths).enumerated() {
      let cell = cell.shortened(to: width)
      let space = String(repeating: " ", count: width - cell.columns)
      if index > 0 { text += String(repeating: " ", count: Self.gap) }
      text += columns[index].isRightAligned ? space + cell : index == widths.count - 1 ? cell : cell + space
    }
    return text
  }
}
