import UDFHost

/// Formats the progress of an effect: `loading packages ███████████░░░░░░░░░ 57 % · 36,012 of 63,211`.
package struct ProgressFormatter: Sendable {
  var palette: Palette
  /// The available columns. If they are few, first the numbers are left out, then the label is shortened, then the bar
  /// is left out.
  var width: Int

  package init(palette: Palette = .plain, width: Int) {
    (self.palette, self.width) = (palette, width)
  }

  private static let bar = 5...20

  package func line(_ progress: EffectProgress) -> String {
    let part = progress.total > 0 ? min(1, max(0, progress.done / progress.total)) : 0
    // 100 % appears only when everything is done.
    let percent = "\(part == 1 ? 100 : min(99, Int((part * 100).rounded()))) %"
    let numbers = "\(percent) · \(Self.text(progress.done)) of \(Self.text(progress.total))"
    var label = progress.label.cleaned
    let least = label.columns + 1 + Self.bar.lowerBound + 1
    let end = least + numbers.count <= width ? numbers : percent
    label = label.shortened(to: width - end.count - Self.bar.lowerBound - 2)
    let start = label.isEmpty || label == "…" ? "" : label + " "
    let cells = min(Self.bar.upperBound, width - start.columns - 1 - end.count)
    guard cells > 0 else { return percent.count <= width ? percent : "" }
    let full = Int(part * Double(cells))
    let bar = palette.green(String(repeating: "█", count: full))
    let rest = palette.dim(String(repeating: "░", count: cells - full))
    return "\(start)\(bar)\(rest) \(end)"
  }

  /// Formats a number in groups of three digits, and a fraction with one digit.
  private static func text(_ number: Double) -> String {
    guard abs(number) < 1e15 else { return "\(number)" }
    let tenths = Int((number * 10).rounded())
    let digits = (tenths / 10).grouped
    return tenths % 10 == 0 ? digits : "\(digits).\(abs(tenths % 10))"
  }
}
