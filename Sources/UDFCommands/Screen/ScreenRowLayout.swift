import UDFTooling

/// Lays out rows of text with their details at the right edge: `[1]›Tea           4.50`.
struct ScreenRowLayout {
  let rows: [ScreenRow]
  let width: Int
  /// The width of the widest number with its brackets.
  let marks: Int

  var lines: [ScreenLine] {
    rows.map { row in
      var line = beginning(of: row)
      let room = width - line.columns
      var text = (row.cells.first ?? "").cleaned
      var detail = row.cells.count > 1 ? row.cells[1].cleaned : ""
      let free = room - 2
      // A detail is shortened in favour of its text, but keeps at least a third of the row.
      detail = detail.shortened(to: max(free / 3, free - text.columns))
      if detail.isEmpty || detail == "…" {
        line.add(text.shortened(to: room), row.isSelected ? .bold : .plain)
        return line
      }
      text = text.shortened(to: free - detail.columns)
      line.add(text, row.isSelected ? .bold : .plain)
      line.add(String(repeating: " ", count: room - text.columns - detail.columns))
      line.add(detail, .dim)
      return line
    }
  }

  /// The beginning of a row: its number and selection mark. A column is left out if no row has such a mark.
  func beginning(of row: ScreenRow?) -> ScreenLine {
    let hasNumbers = rows.contains { $0.target != nil }
    let hasSelection = rows.contains(where: \.isSelected)
    var line = ScreenLine()
    if hasNumbers { line.add((row?.target.map { "[\($0.number)]" } ?? "").filled(to: marks), .dim) }
    if hasNumbers || hasSelection { line.add(row?.isSelected == true ? "›" : " ") }
    return line
  }
}
