extension CommandTable {
  /// What looks at the app as it stands.
  static let looking = [
    CommandEntry(
      command: .ls, shortForms: ["l"], argument: .feature, placeholder: "[NAME]",
      summary: "the features with their actions and events",
      details: [
        "`:ls cart` with a feature's name: its actions with the types of their fields, events, effects, file.",
        "`:ls flow`: its routes with their links, and the scenes.",
        "`:ls services`: what effects can use; with the name of one: how its methods are called.",
      ]),
    CommandEntry(
      command: .state, shortForms: ["s"], argument: .path, placeholder: "[PATH]",
      summary: "the state, or the part at a path",
      details: [
        "A path reads as in Lua: `:state cart.items[1].qty`, `:state users[\"a-1\"]`.",
        "Long values are shortened at the prompt and printed whole in batch.",
      ]),
    CommandEntry(
      command: .view, shortForms: ["v"], argument: .view, placeholder: "[FEATURE]",
      summary: "the view state of a feature, or of all",
      details: ["This is what the feature's `view` function makes of the present state: `:view cart`."]),
    CommandEntry(
      command: .screen, shortForms: ["sc"], argument: .screen, placeholder: "[WHAT]",
      summary: "what there is to see, and to tap by its number",
      details: [
        "`:screen next`, `:screen prev` and `:screen 40` turn to other rows of a long list.",
        "`:screen on` keeps it above the prompt, drawn anew after each change; `:screen off` takes it away.",
        "In batch it has 80 columns, and 20 rows of each list.",
      ]),
    CommandEntry(
      command: .sync, shortForms: [], argument: .synced, placeholder: "[FEATURE]",
      summary: "how rows are in step with a server",
      details: [
        "`:sync articles` lists what waits for the server, its dead letters, 20 of each,",
        "and what to send: `articles.retry{ id = 7 }`, `articles.bury{ id = 7 }`.",
        "It opens no cache; `state.articles` does. `state.articles.dead` has all of them.",
      ]),
  ]
}
