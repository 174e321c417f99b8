extension CommandTable {
  /// What keeps what happens, and brings it back.
  static let sessions = [
    CommandEntry(
      command: .save, shortForms: [], argument: .file, placeholder: "FILE",
      summary: "write the state to a file as JSON",
      details: ["`:load FILE` and `udfhost APP --state FILE` go on from it."]),
    CommandEntry(
      command: .load, shortForms: [], argument: .file, placeholder: "FILE",
      summary: "go on from the state in a file",
      details: [
        "One that `:save` has written, or `{ \"cart\": { \"total\": 3 } }`, written by hand.",
        "What it leaves out is as it is at first. All of it or nothing is loaded.",
        "Effects that run are cancelled, and the history is emptied.",
      ]),
    CommandEntry(
      command: .rec, shortForms: [], argument: .file, placeholder: "FILE|off",
      summary: "make a test of what is done from now on",
      details: [
        "FILE ends in _test.lua, seen from where udfhost was started. `:rec off`, or the end, writes it.",
        "The test sends the same actions, expects the same changes, and has services answer what they did.",
      ]),
  ]
}
