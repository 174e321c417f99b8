/// What the console knows about one command: its spellings, and its text in `:help`.
struct CommandEntry {
  let command: Command
  let shortForms: [String]
  let argument: Command.Argument
  /// The argument as `:help` shows it, `[PATH]`.
  let placeholder: String
  let summary: String
  /// The text of `:help NAME` after the usage line, one line each.
  let details: [String]

  var name: String { command.rawValue }

  /// `:state [PATH]`
  var usage: String { placeholder.isEmpty ? ":\(name)" : ":\(name) \(placeholder)" }

  func answers(to spelling: String) -> Bool { spelling == name || shortForms.contains(spelling) }
}
