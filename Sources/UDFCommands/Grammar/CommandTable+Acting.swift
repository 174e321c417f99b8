extension CommandTable {
  /// Commands that act like a user of the app.
  static let acting = [
    CommandEntry(
      command: .tap, shortForms: ["t"], argument: .target, placeholder: "TARGET",
      summary: "tap a row or button, by its number or label",
      details: [
        "`:tap \"Log in\"` taps the visible element with this label, or the only one whose label starts with it.",
        "`:tap 2` is refused if another element has this number since you last saw the screen.",
        "With a label after the number, as Tab completes it, the element must have this label.",
      ]),
    CommandEntry(
      command: .type, shortForms: [], argument: .field, placeholder: "NAME TEXT",
      summary: "write a text into a field",
      details: [
        "The name is the field's label in lower case with - for spaces, or the text in brackets after the label.",
        "`:type name Ada` writes a text; without a text the field is emptied.",
        "The history does not keep the text of a secret field.",
      ]),
    CommandEntry(
      command: .back, shortForms: ["b"], argument: .none, placeholder: "",
      summary: "go back to the previous screen",
      details: ["A presented screen is dismissed."]),
    CommandEntry(
      command: .nav, shortForms: ["n"], argument: .link, placeholder: "[LINK]",
      summary: "show the screens on the path, or follow a link",
      details: [
        "`:nav /articles/7` opens a link as from outside: the flow's first screen, with the linked one on top.",
        "In Lua: `nav.push(\"article\", { id = 7 })`, `nav.pop()`, `nav.path`, `nav.view` and more.",
      ]),
  ]
}
