import SeededTesting
import Testing

@testable import UDFCommands
@testable import UDFTooling

@Suite("Laws of screen layout")
struct ScreenLayoutLaws {
  @Test(
    "for any screen, no line is wider than the window or contains a control character", .timeLimit(.minutes(60)))
  func width() {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<400 {
      let width = Int.random(in: 1...90, using: &generator)
      let screen = generator.screen()
      for line in ScreenLayout(width: width).lines(screen) {
        let text = line.text(.plain)
        let isClean = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        #expect(text.columns <= width && isClean, "\(width): \(text.debugDescription), \(Seed.replay)")
      }
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func screen() -> Screen {
    let elements = (0..<Int.random(in: 0...6, using: &self)).map { _ in element() }
    return Screen(name: "a", id: nil, elements: elements)
  }

  private mutating func element() -> ScreenElement {
    switch Int.random(in: 0...10, using: &self) {
    case 0: .title(text(), subtitle: Bool.random(using: &self) ? text() : nil)
    case 1: .text(text(), .plain)
    case 2: .row(row(cells: 2))
    case 3: .list(rows(cells: 2))
    case 4:
      .table(
        (0..<3).map { _ in ScreenColumn(title: text(), isRightAligned: Bool.random(using: &self)) }, rows(cells: 3))
    case 5:
      .fields(
        (0..<3).map { _ in
          ScreenField(
            label: text(), value: text(), key: text(), isSecret: Bool.random(using: &self),
            event: Bool.random(using: &self) ? "a.b" : nil, fields: [:])
        })
    case 6:
      .progress(
        done: Double(bitPattern: next()), total: Double(bitPattern: next()), label: text())
    case 7: .empty(text())
    case 8: .error(text(), Bool.random(using: &self) ? target() : nil)
    case 9: .button(target())
    default: .divider
    }
  }

  private mutating func rows(cells: Int) -> ScreenRows {
    let rows = (0..<Int.random(in: 0...4, using: &self)).map { _ in row(cells: cells) }
    return ScreenRows(
      rows: rows, first: Int.random(in: 1...9, using: &self), count: Int.random(in: 4...9, using: &self))
  }

  private mutating func row(cells: Int) -> ScreenRow {
    ScreenRow(
      cells: (0..<cells).map { _ in text() }, isSelected: Bool.random(using: &self),
      target: Bool.random(using: &self) ? target() : nil)
  }

  private mutating func target() -> ScreenTarget {
    ScreenTarget(number: Int.random(in: 1...1200, using: &self), label: text(), event: "a.b", fields: [:])
  }

  /// Any bytes, or what is known to be hard to measure.
  private mutating func text() -> String {
    let hard = [
      "読", "e\u{301}", "👩‍👩‍👧", "🇩🇪", "1\u{FE0F}\u{20E3}", "\u{200D}", "\u{1B}[31m", "\n", " ", "\u{AD}", "ab", "각",
    ]
    return (0..<Int.random(in: 0...12, using: &self)).map { _ in
      if Bool.random(using: &self) { return hard.randomElement(using: &self) ?? "" }
      return String(
        decoding: (0..<4).map { _ in UInt8.random(in: 0...255, using: &self) }, as: UTF8.self)
    }.joined()
  }
}
