extension CommandTable {
  /// Commands that show the present state of the app.
  static let looking = [
    CommandEntry(
      command: .ls, shortForms: ["l"], argument: .feature, placeholder: "[NAME]",
      summary: "the features with their actions and events",
      details: [
        "`:ls cart` with a feature's name: its actions with the types of their fields, events, effects, file.",
        "`:ls flow`: its routes with their links, and the scenes.",
        "`:ls services`: the services; with a service's name: its methods and how to call them.",
      ]),
    CommandEntry(
      command: .state, shortForms: ["s"], argument: .path, placeholder: "[PATH]",
      summary: "the state, or the part at a path",
      details: [
        "A path is written as in Lua: `:state cart.items[1].qty`, `:state users[\"a-1\"]`.",
        "Long values are shortened at the prompt and printed whole in batch.",
      ]),
    CommandEntry(
      command: .view, shortForms: ["v"], argument: .view, placeholder: "[FEATURE]",
      summary: "the view state of a feature, or of all",
      details: ["It is what the feature's `view` function returns for the present state: `:view cart`."]),
    CommandEntry(
      command: .print, shortForms: [], argument: .lua, placeholder: "EXPR",
      summary: "a complete value, page by page",
      details: [
        "`:print state.cart` shows all of a value, however long: Return shows the next page, any other line ends it.",
        "In batch it is printed at once, with one item a line if it is long.",
      ]),
    CommandEntry(
      command: .screen, shortForms: ["sc"], argument: .screen, placeholder: "[WHAT]",
      summary: "the app's screen, with the numbers of elements to tap",
      details: [
        "`:screen next`, `:screen prev` and `:screen 40` turn to other rows of a long list.",
        "`:screen on` keeps it above the prompt and redraws it after each change; `:screen off` removes it.",
        "In batch it has 80 columns, and 20 rows of each list.",
      ]),
    CommandEntry(
      command: .sync, shortForms: [], argument: .synced, placeholder: "[FEATURE]",
      summary: "the state of synchronization with a server",
      details: [
        "`:sync articles` lists its pending mutations and its dead letters, 20 of each, "
          + "and the actions that resolve them: `articles.retry{ id = 7 }`, `articles.bury{ id = 7 }`.",
        "`:sync` does not open the cache; `state.articles` does. `state.articles.dead` has all dead letters.",
      ]),
    CommandEntry(
      command: .log, shortForms: [], argument: .log, placeholder: "[WHAT]",
      summary: "the shared log: its hosts and their positions",
      details: [
        "It prints the log of `--log`, the position up to which the state has its entries, the log's last position, "
          + "when the log answered last, how many own actions wait, and the last position of each host.",
        "`:hist` and `:action 12` print who sent an action, and `:at log:12` shows the state after an entry.",
        "`:log upgrade` makes all hosts run the files that are saved now. `:log trim` removes the entries that the "
          + "newest snapshot contains.",
      ]),
  ]
}
