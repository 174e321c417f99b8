import UDFHost

/// The table of all commands: names, short forms and help texts.
package enum CommandTable {
  package static let entries = [help] + looking + acting + history + observing + sessions + developing + [quit]

  private static let help = CommandEntry(
    command: .help, shortForms: ["h", "?"], argument: .command, placeholder: "[NAME]",
    summary: "this list, or more about a command or a name",
    details: [
      "`:help watch` describes one command, `:help cart.add` describes a name.",
      "Everything that does not begin with a colon is Lua, with `state`, `view`, `it` (the last value), "
        + "one table per feature (`cart.add{ qty = 2 }` dispatches, `cart.make.add{ qty = 2 }` builds the action), "
        + "`dispatch{ type = \"cart/add\" }`, `event(\"cart.tap\", {…})` and `settle([seconds])`.",
      "A name with a question mark does the same: `cart.add?`, `services.http.get?`, `:hist?`.",
      "Tab completes; unfinished input continues on the next line; Ctrl-C stops a script or discards the line.",
    ])

  private static let quit = CommandEntry(
    command: .quit, shortForms: ["q", "exit"], argument: .none, placeholder: "",
    summary: "leave; Ctrl-D does the same",
    details: ["In batch the rest is not run; the exit code is that of the input before it."])

  package static func entry(for spelling: String) -> CommandEntry? {
    entries.first { $0.answers(to: spelling) }
  }

  /// Returns the command whose name the line is, if the user forgot the colon.
  package static func command(meantBy line: String) -> CommandEntry? {
    let word = line.trimmingSpace
    return word.count > 2 ? entry(for: String(word)) : nil
  }

  /// Returns the name that is most similar to `spelling`.
  package static func suggestion(for spelling: String) -> String? {
    UDFHost.suggestion(for: spelling, among: entries.map(\.name))
  }

  /// The text of `:help`. A summary is on the next line if it does not fit beside its command.
  package static func overview(columns: Int = 80) -> String {
    let width = entries.map(\.usage.count).max() ?? 0
    let longest = width + 7 + (entries.map(\.summary.count).max() ?? 0)
    let lines = entries.map { entry in
      let short = entry.shortForms.first.map { ":\($0)" } ?? ""
      return longest < columns
        ? "\(entry.usage.padded(to: width))  \(short.padded(to: 4)) \(entry.summary)"
        : "\(entry.usage)\(short.isEmpty ? "" : "  \(short)")\n  \(entry.summary)"
    }
    return (lines + ["Everything else is Lua; `:help help` lists its names."]).joined(separator: "\n")
  }

  /// The text of `:help NAME`.
  package static func help(on entry: CommandEntry) -> String {
    let short =
      entry.shortForms.isEmpty
      ? "" : "  (short: \(entry.shortForms.map { ":\($0)" }.joined(separator: ", ")))"
    return (["\(entry.usage)\(short)", "  \(entry.summary)"] + entry.details.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension String {
  /// The text followed by spaces up to `width` characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
