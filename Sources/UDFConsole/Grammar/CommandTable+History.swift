extension CommandTable {
  /// What goes through time.
  static let history = [
    CommandEntry(
      command: .hist, shortForms: ["hi", "history"], argument: .filter, placeholder: "[FILTER]",
      summary: "the last actions, 20 unless told how many",
      details: [
        "A filter is one or more of: how many; a type with `*`; `origin=effect`; `path=cart.items`; a text.",
        "A path is where something changed. A text is looked for in type, event and fields.",
        "`:hist 5 cart/* milk` shows the last five that suit all of these.",
        "Actions that `:undo` took back are marked; `:redo` brings them again.",
      ]),
    CommandEntry(
      command: .diff, shortForms: ["d"], argument: .action, placeholder: "A [B]",
      summary: "what has changed since an action, or between two",
      details: [
        "`:diff 3` tells what has changed since #3, `:diff 3 7` what from there to #7; 0 is the beginning.",
        "Of several changes at one place one is left, and none of what was changed back.",
      ]),
    CommandEntry(
      command: .at, shortForms: [], argument: .moment, placeholder: "ACTION|live",
      summary: "the state as an action left it; :at live comes back",
      details: [
        "There `state`, `view`, `:screen` and Lua that only reads show the past; nothing can be sent.",
        "`:save` there writes the state of then.",
        "Effects, deliveries and saved files wait meanwhile; `:at live` comes back and lets them go on.",
        "`:resume` goes on from there instead.",
      ]),
    CommandEntry(
      command: .resume, shortForms: [], argument: .none, placeholder: "",
      summary: "go on from the past point that :at shows",
      details: ["What came after it is taken back, but what engines have brought. `:redo` does it again."]),
    CommandEntry(
      command: .undo, shortForms: ["u"], argument: .count, placeholder: "[COUNT]",
      summary: "take back the last action and what it caused",
      details: [
        "The last action that came from the prompt or a view event is taken back in all features at once,",
        "with the actions that it caused, and nothing else: what other actions did since is done again without it.",
        "Effects of what is taken back end. Told are also actions that now do something else or are refused,",
        "effects that do not run because of what is taken back, and calls of services that nothing takes back.",
        "`:undo 3` takes back the last three. Rows that an engine keeps stay: send the opposite for them.",
      ]),
    CommandEntry(
      command: .redo, shortForms: [], argument: .count, placeholder: "[COUNT]",
      summary: "do again what was taken back last",
      details: [
        "Actions come back to their places. Effects that were cancelled stay so.",
        "The next action from the prompt or a view event empties the list of what can be done again.",
      ]),
    CommandEntry(
      command: .blame, shortForms: ["bl"], argument: .path, placeholder: "PATH",
      summary: "which action and which line last wrote a field",
      details: [
        "Also when and from where the action was sent. Of a table: the last write anywhere inside it.",
        "An item that has moved in its list is followed.",
      ]),
  ]
}
