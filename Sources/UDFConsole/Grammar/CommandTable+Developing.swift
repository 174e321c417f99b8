extension CommandTable {
  /// What one needs while one writes the app.
  static let developing = [
    CommandEntry(
      command: .replay, shortForms: ["rp"], argument: .action, placeholder: "[A..B]",
      summary: "do the past anew with the present code, or only compare",
      details: [
        "Begins with the first action that would now do something else; what is refused now is left out.",
        "Effects do not run again, and what was taken back cannot be done again after it.",
        "With numbers, `:replay 3..7`, `:replay 3` or `:replay 3..`, it only shows what these actions would do.",
      ]),
    CommandEntry(
      command: .reload, shortForms: ["r"], argument: .none, placeholder: "",
      summary: "load the scripts again, keeping the state",
      details: ["Saved files are reloaded by themselves; this reloads all of them, changed or not."]),
    CommandEntry(
      command: .reloadAndReset, shortForms: ["r!"], argument: .none, placeholder: "",
      summary: "load the scripts again and begin with the initial state",
      details: ["The history is emptied too."]),
  ]
}
