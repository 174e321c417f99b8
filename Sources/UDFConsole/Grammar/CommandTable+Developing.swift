extension CommandTable {
  /// What one needs while one writes the app.
  static let developing = [
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
