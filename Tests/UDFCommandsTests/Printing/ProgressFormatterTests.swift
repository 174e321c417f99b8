import LuaSyntax
import Testing
import UDFHost

@testable import UDFCommands

@Suite("Progress of an effect, on one line")
struct ProgressFormatterTests {
  private let packages = EffectProgress(label: "loading packages", done: 36_012, total: 63_211)

  private func line(_ label: String, _ done: Double, _ total: Double, width: Int = 79) -> String {
    ProgressFormatter(width: width).line(EffectProgress(label: label, done: done, total: total))
  }

  @Test("label, bar, part and numbers")
  func whole() {
    #expect(
      ProgressFormatter(width: 79).line(packages) == "loading packages ███████████░░░░░░░░░ 57 % · 36,012 of 63,211")
    #expect(line("", 0, 7) == "░░░░░░░░░░░░░░░░░░░░ 0 % · 0 of 7")
    #expect(line("copying", 0, 0) == "copying ░░░░░░░░░░░░░░░░░░░░ 0 % · 0 of 0")
    #expect(line("copying", 999.5, 1_234_567) == "copying ░░░░░░░░░░░░░░░░░░░░ 0 % · 999.5 of 1,234,567")
  }

  @Test(
    "in a narrow window, first the bar shrinks, then the numbers, the label and the bar are left out",
    arguments: [
      (61, "loading packages ███████████░░░░░░░░░ 57 % · 36,012 of 63,211"),
      (50, "loading packages █████░░░░ 57 % · 36,012 of 63,211"),
      (45, "loading packages ███████████░░░░░░░░░ 57 %"),
      (30, "loading packages ████░░░░ 57 %"), (20, "loading… ███░░░ 57 %"),
      (12, "███░░░░ 57 %"), (4, "57 %"), (3, ""),
    ])
  func narrow(width: Int, expected: String) {
    #expect(ProgressFormatter(width: width).line(packages) == expected)
  }

  @Test("the width of a label is its number of columns, and it cannot move the cursor")
  func labels() {
    #expect(line("読み込み中", 1, 2, width: 22) == "読み込み中 ███░░░ 50 %")
    #expect(line("読み込み中", 1, 2, width: 20) == "読み込み… ██░░░ 50 %")
    #expect(line("a\nb\u{1B}[2J", 1, 2) == "a b [2J ██████████░░░░░░░░░░ 50 % · 1 of 2")
  }

  @Test("no line is wider than the window")
  func widths() {
    for width in 0..<90 {
      for label in ["", "loading packages", "読み込み中"] {
        let columns = line(label, 36_012, 63_211, width: width).reduce(0) { $0 + $1.displayWidth }
        #expect(columns <= width)
      }
    }
  }

  @Test("colour only highlights the bar")
  func colour() {
    let coloured = ProgressFormatter(palette: Palette(isColoured: true), width: 30)
      .line(EffectProgress(label: "x", done: 1, total: 2))
    #expect(Palette.rendered(coloured) == "x \u{1B}[32m███████\u{1B}[0m\u{1B}[2m░░░░░░░\u{1B}[0m 50 % · 1 of 2")
  }
}
