extension Int {
  /// The number in groups of three digits: `36,012`.
  var grouped: String {
    var digits = String(magnitude)
    for offset in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: offset))
    }
    return self < 0 ? "-" + digits : digits
  }

  /// The number followed by its noun: `1 file`, `36,012 files`.
  package func of(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
