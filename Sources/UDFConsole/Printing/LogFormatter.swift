import UDFHost

/// Writes what a script logged: `[info] cart restored {items=3}`.
struct LogFormatter: Sendable {
  var palette = Palette.plain

  func text(level: String, message: String, fields: Record) -> String {
    if level == "trace" { return trace(message, fields) }
    let mark = level == "error" || level == "warning" ? palette.red("[\(level)]") : palette.dim("[\(level)]")
    return fields.isEmpty ? "\(mark) \(message)" : "\(mark) \(message) \(ValueFormatter().line(.map(fields)))"
  }

  /// `[trace] #3 effect of cart/load ended  1.2 s`
  private func trace(_ message: String, _ fields: Record) -> String {
    let number = if case .integer(let n) = fields["n"] { "#\(n) " } else { "" }
    let seconds: Double? = if case .number(let seconds) = fields["seconds"] { seconds } else { nil }
    let time = seconds.map { "  " + ElapsedTime.text(seconds: $0) } ?? ""
    return palette.dim("[trace] \(number)\(message)\(time)")
  }
}
