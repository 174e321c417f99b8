extension CommandTable {
  /// Commands for developing the app.
  static let developing = [
    CommandEntry(
      command: .replay, shortForms: ["rp"], argument: .actions, placeholder: "[A..B]",
      summary: "reduce the past with the present code, or only compare",
      details: [
        "It starts with the first action that now has another result; actions that are refused now are left out.",
        "Effects do not run again, and undone actions cannot be restored afterwards.",
        "With numbers, `:replay 3..7`, `:replay 3` or `:replay 3..`, it only shows what these actions would do.",
      ]),
    CommandEntry(
      command: .reload, shortForms: ["r"], argument: .none, placeholder: "",
      summary: "load the scripts again, keeping the state",
      details: ["Saved files are reloaded automatically; this reloads all files, changed or not."]),
    CommandEntry(
      command: .reloadAndReset, shortForms: ["r!"], argument: .none, placeholder: "",
      summary: "load the scripts again and begin with the initial state",
      details: ["The history is emptied too."]),
  ]
}
