import UDFHost

/// Writes what a script logged: `[info] cart restored {items=3}`.
struct LogFormatter: Sendable {
  var palette = Palette.plain

  func text(level: String, message: String, fields: Record) -> String {
    let mark = level == "error" || level == "warning" ? palette.red("[\(level)]") : palette.dim("[\(level)]")
    return fields.isEmpty ? "\(mark) \(message)" : "\(mark) \(message) \(ValueFormatter().line(.map(fields)))"
  }
}
