import UDFHost

/// The one place that lists the commands: names, short forms and help texts.
enum CommandTable {
  static let entries: [CommandEntry] = [
    CommandEntry(
      command: .help, shortForms: ["h", "?"], argument: .command, placeholder: "[NAME]",
      summary: "this list, or more about one command",
      details: [
        "Everything that does not begin with a colon is Lua, with `state`, `view`, `it` (the last value),",
        "one table per feature (`cart.add{ qty = 2 }` dispatches, `cart.make.add{ qty = 2 }` builds the action),",
        "`dispatch{ type = \"cart/add\" }`, `event(\"cart.tap\", {…})` and `settle([seconds])`.",
        "Tab completes; unfinished input goes on in the next line; Ctrl-C stops a script or discards the line.",
      ]),
    CommandEntry(
      command: .ls, shortForms: ["l"], argument: .feature, placeholder: "[NAME]",
      summary: "the features with their actions and events",
      details: [
        "With a feature's name: its actions with the types of their fields, its events, effects and file.",
        "`:ls flow`: its routes with their links, and the scenes.",
        "`:ls services`: what effects can use; with the name of one: how its methods are called.",
      ]),
    CommandEntry(
      command: .state, shortForms: ["s"], argument: .path, placeholder: "[PATH]",
      summary: "the state, or the part at a path",
      details: [
        "A path reads as in Lua: `cart.items[1].qty`, `users[\"a-1\"]`.",
        "Long values are shortened at the prompt and printed whole in batch.",
      ]),
    CommandEntry(
      command: .view, shortForms: ["v"], argument: .view, placeholder: "[FEATURE]",
      summary: "the view state of a feature, or of all",
      details: ["This is what the feature's `view` function makes of the present state."]),
    CommandEntry(
      command: .screen, shortForms: ["sc"], argument: .screen, placeholder: "[WHAT]",
      summary: "what there is to see, and to tap by its number",
      details: [
        "`:screen next`, `:screen prev` and `:screen 40` turn to other rows of a long list.",
        "`:screen on` keeps it above the prompt, drawn anew after each change; `:screen off` takes it away.",
        "In batch it has 80 columns, and 20 rows of each list.",
      ]),
    CommandEntry(
      command: .tap, shortForms: ["t"], argument: .target, placeholder: "NUMBER",
      summary: "tap the row or button with a number",
      details: [
        "Refused if something else stood there when you looked last.",
        "With its label behind the number, as Tab completes it, only if that is still what stands there.",
      ]),
    CommandEntry(
      command: .type, shortForms: [], argument: .field, placeholder: "NAME TEXT",
      summary: "write a text into a field",
      details: [
        "The name is the field's label in small letters, with - for spaces, or what stands behind it in brackets.",
        "Without a text the field is emptied. What is written into a secret one is not kept in the history.",
      ]),
    CommandEntry(
      command: .back, shortForms: ["b"], argument: .none, placeholder: "",
      summary: "go back to the screen before",
      details: ["A screen that was presented is dismissed."]),
    CommandEntry(
      command: .hist, shortForms: ["hi", "history"], argument: .count, placeholder: "[COUNT]",
      summary: "the last actions, 20 unless a count is given",
      details: ["Actions that `:undo` took back are marked; `:redo` brings them again."]),
    CommandEntry(
      command: .undo, shortForms: ["u"], argument: .none, placeholder: "",
      summary: "take back the last action and what followed from it",
      details: [
        "The last action that came from the prompt or a view event is taken back in all features at once,",
        "with the actions that it caused.",
      ]),
    CommandEntry(
      command: .redo, shortForms: [], argument: .none, placeholder: "",
      summary: "do again what was taken back last",
      details: ["A new action empties the list of what can be done again."]),
    CommandEntry(
      command: .nav, shortForms: ["n"], argument: .link, placeholder: "[LINK]",
      summary: "the screens on the path, or what a link leads to",
      details: [
        "A link is followed as one from outside is: the flow's first screen, and the linked one on it.",
        "In Lua: `nav.push(\"article\", { id = 7 })`, `nav.pop()`, `nav.path`, `nav.view` and more.",
      ]),
    CommandEntry(
      command: .reload, shortForms: ["r"], argument: .none, placeholder: "",
      summary: "load the scripts again, keeping the state",
      details: ["Saved files are reloaded by themselves; this reloads all of them, changed or not."]),
    CommandEntry(
      command: .reloadAndReset, shortForms: ["r!"], argument: .none, placeholder: "",
      summary: "load the scripts again and begin with the initial state",
      details: ["The history is emptied too."]),
    CommandEntry(
      command: .quit, shortForms: ["q", "exit"], argument: .none, placeholder: "",
      summary: "leave; Ctrl-D does the same",
      details: ["In batch: nothing after it is run; the exit code is that of what was."]),
  ]

  static func entry(for spelling: String) -> CommandEntry? {
    entries.first { $0.answers(to: spelling) }
  }

  /// The name that someone who typed `spelling` may have meant.
  static func suggestion(for spelling: String) -> String? {
    UDFHost.suggestion(for: spelling, among: entries.map(\.name))
  }

  /// The text of `:help`.
  static var overview: String {
    let width = entries.map(\.usage.count).max() ?? 0
    let lines = entries.map { entry in
      let short = entry.shortForms.first.map { ":\($0)" } ?? ""
      return "\(entry.usage.padded(to: width))  \(short.padded(to: 4)) \(entry.summary)"
    }
    return (lines + ["Everything else is Lua; `:help help` says what it sees."]).joined(separator: "\n")
  }

  /// The text of `:help NAME`.
  static func help(on entry: CommandEntry) -> String {
    let short =
      entry.shortForms.isEmpty
      ? "" : "  (short: \(entry.shortForms.map { ":\($0)" }.joined(separator: ", ")))"
    return (["\(entry.usage)\(short)", "  \(entry.summary)"] + entry.details.map { "  \($0)" })
      .joined(separator: "\n")
  }
}

extension String {
  /// The text with spaces after it up to `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
