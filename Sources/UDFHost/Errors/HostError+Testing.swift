extension HostError {
  /// Makes the error of a failed assertion at `site`, as `file:line`, with notes on how to fix it.
  package init(at site: String, _ message: String, notes: [String] = []) {
    let position = ScriptPosition.split(site + ": ").position
    let head = position.map { "\($0.file):\($0.line): \(message)" } ?? message
    self.init(
      code: "assertion", message: ([head] + notes.map { "  \($0)" }).joined(separator: "\n"), file: position?.file,
      line: position?.line)
  }
}
