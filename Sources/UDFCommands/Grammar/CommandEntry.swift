/// The data of one command: its names, and its text in `:help`.
package struct CommandEntry {
  package let command: Command
  let shortForms: [String]
  package let argument: Command.Argument
  /// The argument as `:help` shows it, `[PATH]`.
  package let placeholder: String
  package let summary: String
  /// The lines of `:help NAME` after the usage line: whole sentences, which the terminal wraps.
  let details: [String]

  package var name: String { command.rawValue }

  /// `:state [PATH]`
  var usage: String { placeholder.isEmpty ? ":\(name)" : ":\(name) \(placeholder)" }

  func answers(to spelling: String) -> Bool { spelling == name || shortForms.contains(spelling) }
}
