extension CommandTable {
  /// What goes through time.
  static let history = [
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
  ]
}
