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
  /// Makes a finding with the source lines below its text.
  fileprivate init(
    _ severity: Severity, _ code: String, _ text: String, _ file: String, _ source: [UInt8], _ position: SourcePosition
  ) {
    let excerpt = SourceExcerpt(source, line: position.line, column: position.column).text()
    self.init(
      severity: severity,
      error: HostError(
        code: code, message: "\(text)\n\(excerpt)", file: file, line: position.line, column: position.column))
  }

  /// Makes the finding of a file that cannot be parsed: an error if Lua refuses it too, a warning if it is only nested
  /// too deeply for this check.
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
        \(place): warning: \(error.text) is nested too deeply for the check
          Lua may accept it, but this file was not checked, nor what the other files never use.
          To fix this, build the value in several steps, or keep long data in a table.
        """
      self.init(.warning, "depth", text, name, source, error.position)
    }
  }
}
