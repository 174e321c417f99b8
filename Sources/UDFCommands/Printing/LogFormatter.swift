import UDFHost

/// Formats a log message of a script: `[info] cart restored {items=3}`.
package struct LogFormatter: Sendable {
  var palette: Palette

  package init(palette: Palette = .plain) {
    self.palette = palette
  }

  package func text(level: String, message: String, fields: Record) -> String {
    if level == "trace" { return trace(message, fields) }
    let mark = level == "error" || level == "warning" ? palette.red("[\(level)]") : palette.dim("[\(level)]")
    // Lines after the first are indented, so that a message cannot imitate a line of the host.
    let message = message.replacing("\n", with: "\n  ")
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
