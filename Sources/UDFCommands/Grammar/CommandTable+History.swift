extension CommandTable {
  /// Commands for the history.
  package static let history = [
    CommandEntry(
      command: .hist, shortForms: ["hi", "history"], argument: .filter, placeholder: "[FILTER]",
      summary: "the last actions, 20 by default",
      details: [
        "A filter is one or more of: a number; a type with `*`; `origin=effect`; `path=cart.items`; a text.",
        "A path selects actions that changed it. A text is searched in type, event and fields.",
        "`:hist 5 cart/* milk` shows the last five that match all of these.",
        "Undone actions are marked; `:redo` restores them.",
      ]),
    CommandEntry(
      command: .action, shortForms: ["ac"], argument: .action, placeholder: "NUMBER",
      summary: "the details of one action",
      details: [
        "`:action 12` shows its fields, its sender, its cause and its changes, "
          + "the outcome of its effects, their service calls that changed something, and the actions that it caused.",
        "Fields that are too long for one line follow completely: Return shows the next page.",
      ]),
    CommandEntry(
      command: .diff, shortForms: ["d"], argument: .actions, placeholder: "A [B]",
      summary: "what has changed since an action, or between two",
      details: [
        "`:diff 3` shows the changes since #3, `:diff 3 7` those from #3 to #7; 0 is the beginning.",
        "Several changes at one path are combined; a value that was changed back is left out.",
      ]),
    CommandEntry(
      command: .at, shortForms: [], argument: .moment, placeholder: "[ACTION|live]",
      summary: "show the state after an action; :at live returns",
      details: [
        "`:at` alone tells which state is shown.",
        "`:at log:12` shows the state after the entry 12 of the shared log.",
        "Then `state`, `view`, `:screen` and Lua that only reads show the past; no action can be sent.",
        "`:save` then writes the past state.",
        "Effects, deliveries and saved files wait until `:at live` returns to the present.",
        "`:resume` continues from the past state instead.",
      ]),
    CommandEntry(
      command: .resume, shortForms: [], argument: .none, placeholder: "",
      summary: "continue from the past state that :at shows",
      details: ["Later actions are undone, except those of sync engines. `:redo` restores them."]),
    CommandEntry(
      command: .undo, shortForms: ["u"], argument: .count, placeholder: "[COUNT]",
      summary: "undo the last action and the actions that it caused",
      details: [
        "The last action from the prompt or a view event is undone in all features, "
          + "with the actions that it caused. Other later actions are reduced again without it.",
        "Effects of the undone actions are cancelled. The report also lists actions that now differ or are refused, "
          + "effects that an undone action prevented from running, and service calls that cannot be undone.",
        "`:undo 3` undoes the last three. Rows of sync features stay: send an opposite action for them.",
      ]),
    CommandEntry(
      command: .redo, shortForms: [], argument: .count, placeholder: "[COUNT]",
      summary: "restore what was undone last",
      details: [
        "Actions return to their positions. Cancelled effects do not run again.",
        "The next action from the prompt or a view event clears the list of actions to restore.",
      ]),
    CommandEntry(
      command: .blame, shortForms: ["bl"], argument: .path, placeholder: "PATH",
      summary: "which action and which line last wrote a field",
      details: [
        "It also shows when and from where the action was sent. For a table: the last write inside it.",
        "An item that has moved in its list is followed to its earlier positions.",
      ]),
  ]
}
