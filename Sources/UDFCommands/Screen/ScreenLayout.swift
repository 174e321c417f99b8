import UDFHost
import UDFTooling

/// Lays a screen out in lines that fit into the given width.
///
///     ScreenLayout(width: 40).lines(screen).map { $0.text(.plain) }
///     // ["Cart", "[1] Tea                             4.50", "[2] ‹Check out›"]
struct ScreenLayout {
  let width: Int

  /// The maximum width of a line, because longer lines are hard to read even in a wide window.
  private static let widest = 100

  init(width: Int) { self.width = max(1, min(width, Self.widest)) }

  /// Returns the lines of all elements, or of the first `count`.
  func lines(_ screen: Screen, count: Int = .max) -> [ScreenLine] {
    // All marks have the width of the widest one, so that the texts after them are aligned.
    let marks = screen.targets.last.map { "[\($0.number)]".count } ?? 0
    return screen.elements.prefix(count).flatMap { lines($0, marks: marks) }.map { $0.fitted(to: width) }
  }

  private func lines(_ element: ScreenElement, marks: Int) -> [ScreenLine] {
    switch element {
    case .title(let text, let subtitle):
      return [ScreenLine(text.cleaned, .bold)] + (subtitle.map { [ScreenLine($0.cleaned, .dim)] } ?? [])
    case .text(let text, let style): return wrapped(text, style)
    case .row(let row): return ScreenRowLayout(rows: [row], width: width, marks: marks).lines
    case .list(let list):
      return ScreenRowLayout(rows: list.rows, width: width, marks: marks).lines + missing(from: list)
    case .table(let columns, let table):
      return ScreenTableLayout(columns: columns, rows: table.rows, width: width, marks: marks).lines
        + missing(from: table)
    case .fields(let fields): return ScreenFieldLayout(fields: fields, width: width).lines
    case .progress(let done, let total, let label):
      let progress = EffectProgress(label: label, done: done, total: total)
      return [ScreenLine(ProgressFormatter(width: width).line(progress), .green)]
    case .empty(let text): return wrapped(text, .dim)
    case .error(let text, let target): return wrapped("✗ " + text, .red) + (target.map { [button($0, marks)] } ?? [])
    case .button(let target): return [button(target, marks)]
    case .divider: return [ScreenLine(String(repeating: "─", count: width), .dim)]
    }
  }

  func wrapped(_ text: String, _ style: ScreenStyle) -> [ScreenLine] {
    text.wrapped(to: width).map { ScreenLine($0, style) }
  }

  private func button(_ target: ScreenTarget, _ marks: Int) -> ScreenLine {
    var line = ScreenLine("[\(target.number)]".filled(to: marks + 1), .dim)
    line.add("‹\(target.label.cleaned)›", .bold)
    return line
  }

  /// Reports which rows of a list are shown, if not all are.
  private func missing(from list: ScreenRows) -> [ScreenLine] {
    guard list.rows.count < list.count else { return [] }
    let last = list.first + list.rows.count - 1
    let part = list.rows.isEmpty ? "0" : "\(list.first.grouped)–\(last.grouped)"
    return [ScreenLine("rows \(part) of \(list.count.grouped)", .dim)]
  }
}
