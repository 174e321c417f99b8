extension CommandTable {
  /// What a user of the app would do.
  static let acting = [
    CommandEntry(
      command: .tap, shortForms: ["t"], argument: .target, placeholder: "NUMBER",
      summary: "tap the row or button with a number",
      details: [
        "`:tap 2` is refused if something else stood there when you looked last.",
        "With its label behind the number, as Tab completes it, only if that is still what stands there.",
      ]),
    CommandEntry(
      command: .type, shortForms: [], argument: .field, placeholder: "NAME TEXT",
      summary: "write a text into a field",
      details: [
        "The name is the field's label in small letters, with - for spaces, or what stands behind it in brackets.",
        "`:type name Ada` writes, and without a text the field is emptied.",
        "What is written into a secret one is not kept in the history.",
      ]),
    CommandEntry(
      command: .back, shortForms: ["b"], argument: .none, placeholder: "",
      summary: "go back to the screen before",
      details: ["A screen that was presented is dismissed."]),
    CommandEntry(
      command: .nav, shortForms: ["n"], argument: .link, placeholder: "[LINK]",
      summary: "the screens on the path, or what a link leads to",
      details: [
        "`:nav /articles/7` is followed as from outside: the flow's first screen, and the linked one on it.",
        "In Lua: `nav.push(\"article\", { id = 7 })`, `nav.pop()`, `nav.path`, `nav.view` and more.",
      ]),
  ]
}
