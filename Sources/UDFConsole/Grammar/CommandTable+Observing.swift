extension CommandTable {
  /// What tells things while they happen.
  static let observing = [
    CommandEntry(
      command: .watch, shortForms: ["w"], argument: .watched, placeholder: "[PATH…]",
      summary: "tell of a value whenever it has changed",
      details: [
        "A path of the state, of a view state (`view.cart.title`) or of a computed value (`computed.cart.total`).",
        "Of a table: what has changed inside it.",
        "Without a path: what is watched, and what stands there. `:watch off PATH` stops, `:watch off` stops all.",
        "For example `:watch cart.total view.cart.title`.",
      ]),
    CommandEntry(
      command: .trace, shortForms: [], argument: .traced, placeholder: "[GLOB…]",
      summary: "which actions are told, with their effects",
      details: [
        "`:trace cart/*` tells only these, and when their effects begin and end; so does the feature's name, `cart`.",
        "`:trace stock/* on` tells these too, `:trace stock/* off` all but these.",
        "`:trace all` tells everything, `:trace off` no action, `:trace default` what is told at first.",
        "Errors are always told. For example `:trace cart/* */loaded`.",
      ]),
    CommandEntry(
      command: .prof, shortForms: ["p"], argument: .profiled, placeholder: "[WHAT]",
      summary: "what reducers, views and effects cost",
      details: [
        "`:prof on` begins to measure, `:prof off` ends, `:prof reset` begins anew.",
        "`:prof` shows what was measured, the most expensive first.",
        "Times are without what else was measured meanwhile, and of effects without their waits;",
        "bytes are what Lua asked for, collected since or not.",
      ]),
  ]
}
