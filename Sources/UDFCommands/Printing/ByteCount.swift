/// Formats an amount of memory with few digits: `912 B`, `1.2 kB`, `34 MB`.
enum ByteCount {
  static func text(_ bytes: Int) -> String {
    var (amount, unit) = (Double(bytes), "B")
    for larger in ["kB", "MB", "GB", "TB"] where amount >= 999.5 { (amount, unit) = (amount / 1000, larger) }
    if unit == "B" || amount >= 9.95 { return "\(Int(amount.rounded())) \(unit)" }
    let tenths = Int((amount * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}
