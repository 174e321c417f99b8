extension CommandTable {
  /// Commands that save and restore state and record tests.
  static let sessions = [
    CommandEntry(
      command: .save, shortForms: [], argument: .file, placeholder: "FILE",
      summary: "write the state to a file as JSON",
      details: ["`:load FILE` and `udfhost APP --state FILE` continue from it."]),
    CommandEntry(
      command: .load, shortForms: [], argument: .file, placeholder: "FILE",
      summary: "continue from the state in a file",
      details: [
        "The file was written by `:save`, or by hand: `{ \"cart\": { \"total\": 3 } }`.",
        "Missing fields have their initial values. The file is loaded completely or not at all.",
        "Running effects are cancelled, and the history is emptied.",
      ]),
    CommandEntry(
      command: .rec, shortForms: [], argument: .file, placeholder: "FILE|off",
      summary: "record a test of the following actions",
      details: [
        "FILE ends in _test.lua; its path is relative to the working folder. `:rec off` or the end writes it.",
        "`udfhost test` runs it if it is in the app's folder or below.",
        "The test sends the same actions, expects the same changes, and its services return the recorded answers.",
      ]),
  ]
}
