import UDFHost

/// Writes how far an effect has come: `loading packages ███████████░░░░░░░░░ 57 % · 36,012 of 63,211`.
struct ProgressFormatter: Sendable {
  var palette = Palette.plain
  /// Columns there are; where they are few the numbers go first, then the end of the label, then the bar.
  var width: Int

  private static let bar = 5...20

  func line(_ progress: EffectProgress) -> String {
    let part = progress.done / progress.total
    // What is not done is never shown as such.
    let percent = "\(min(99, Int((part * 100).rounded()))) %"
    let numbers = "\(percent) · \(Self.text(progress.done)) of \(Self.text(progress.total))"
    var label = Self.cleaned(progress.label)
    let least = label.displayWidth + 1 + Self.bar.lowerBound + 1
    let end = least + numbers.count <= width ? numbers : percent
    label = Self.shortened(label, to: width - end.count - Self.bar.lowerBound - 2)
    let start = label.isEmpty ? "" : label + " "
    let cells = min(Self.bar.upperBound, width - start.displayWidth - 1 - end.count)
    guard cells > 0 else { return percent.count <= width ? percent : "" }
    let full = Int(part * Double(cells))
    let bar = palette.green(String(repeating: "█", count: full))
    let rest = palette.dim(String(repeating: "░", count: cells - full))
    return "\(start)\(bar)\(rest) \(end)"
  }

  /// In groups of three digits; a fraction with one.
  private static func text(_ number: Double) -> String {
    guard number < 1e15 else { return "\(number)" }
    let tenths = Int((number * 10).rounded())
    var digits = String(tenths / 10)
    for offset in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: offset))
    }
    return tenths % 10 == 0 ? digits : "\(digits).\(tenths % 10)"
  }

  /// Without what would move the cursor.
  private static func cleaned(_ label: String) -> String {
    String(String.UnicodeScalarView(label.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  private static func shortened(_ label: String, to width: Int) -> String {
    guard label.displayWidth > width else { return label }
    var left = width - 1
    var beginning = label.prefix { character in
      left -= character.displayWidth
      return left >= 0
    }
    while beginning.last == " " { beginning.removeLast() }
    return beginning.isEmpty ? "" : beginning + "…"
  }
}

extension String {
  fileprivate var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}
