import LuaSyntax
import UDFHost

extension LuaFile {
  /// - Parameter notes: the consequence, and how to fix it.
  func finding(
    _ code: String, at position: SourcePosition, severity: Finding.Severity = .error, _ text: String, _ notes: String...
  ) -> Finding {
    let mark = severity == .warning ? "warning: " : ""
    let head = "\(name):\(position.line):\(position.column): \(mark)\(text)"
    return Finding(severity, code, (([head] + notes.map { "  \($0)" }).joined(separator: "\n")), name, source, position)
  }
}

extension Finding {
  /// A finding with the lines of the source below its text.
  fileprivate init(
    _ severity: Severity, _ code: String, _ text: String, _ file: String, _ source: [UInt8], _ position: SourcePosition
  ) {
    let excerpt = SourceExcerpt(source, line: position.line, column: position.column).text()
    self.init(
      severity: severity,
      error: HostError(
        code: code, message: "\(text)\n\(excerpt)", file: file, line: position.line, column: position.column))
  }

  /// A file that Lua refuses too is an error; one that is only nested too deeply for this check is a warning.
  init(_ problem: LuaProgram.Problem) {
    switch problem {
    case .missingFile(let requirement, let file):
      self = file.finding("load", at: requirement.position, "require: there is no file \(requirement.file)")
    case .syntax(let name, let source, let error):
      let place = "\(name):\(error.position.line):\(error.position.column)"
      guard error.isLimit else {
        self.init(.error, "syntax", "\(place): \(error.text)", name, source, error.position)
        return
      }
      let text = """
        \(place): warning: \(error.text) is too deep to be looked at
          Lua may take it, but nothing in this file was checked, nor what is never used in the others.
          To fix this, put it together in several steps, or keep long data in a table.
        """
      self.init(.warning, "depth", text, name, source, error.position)
    }
  }
}
