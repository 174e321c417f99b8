extension CommandTable {
  /// Commands that report events as they happen.
  static let observing = [
    CommandEntry(
      command: .watch, shortForms: ["w"], argument: .watched, placeholder: "[PATH…]",
      summary: "report each change of a value",
      details: [
        "A path of the state, of a view state (`view.cart.title`) or of a computed value (`computed.cart.total`).",
        "For a table: the changes inside it.",
        "Without a path: the watched paths with their values. `:watch off PATH` stops, `:watch off` stops all.",
        "For example `:watch cart.total view.cart.title`.",
      ]),
    CommandEntry(
      command: .trace, shortForms: [], argument: .traced, placeholder: "[GLOB…]",
      summary: "select the actions to report, with their effects",
      details: [
        "`:trace cart/*` (or the feature's name, `cart`) reports only these, and when their effects start, end or are dropped.",
        "`:trace stock/* on` adds these, `:trace stock/* off` excludes them.",
        "`:trace all` reports everything, `:trace off` no action, `:trace default` restores the initial setting.",
        "Errors are always reported. For example `:trace cart/* */loaded`.",
      ]),
    CommandEntry(
      command: .effects, shortForms: ["e"], argument: .effects, placeholder: "[GLOB]",
      summary: "the running effects, what they wait for and since when",
      details: [
        "`:effects cart/*` lists only the effects of these actions.",
        "After the arrow is the action that started the effect; the first number is for `:cancel`.",
      ]),
    CommandEntry(
      command: .cancel, shortForms: [], argument: .effect, placeholder: "NUMBER",
      summary: "end an effect that :effects lists",
      details: ["`:cancel 7` ends it as an undo of its action would; the state does not change."]),
    CommandEntry(
      command: .prof, shortForms: ["p"], argument: .profiled, placeholder: "[WHAT]",
      summary: "what reducers, views and effects cost",
      details: [
        "`:prof on` starts measuring, `:prof off` ends it, `:prof reset` starts again.",
        "`:prof` shows what was measured, the most expensive first; "
          + "`:prof 12` shows what ran for the action #12, in its order.",
        "Times exclude nested measurements and the waits of effects; "
          + "bytes are all allocations of Lua, even if they were collected since.",
      ]),
  ]
}
