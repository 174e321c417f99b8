/// Something that can be written in Lua without an app having it, and what it is for.
struct Word: Equatable {
  /// `settle`, `udf.each`
  let name: String
  /// `settle([seconds])`
  let usage: String
  let text: String

  init(_ name: String, _ usage: String, _ text: String) {
    self.name = name
    self.usage = usage
    self.text = text
  }
}

extension Word {
  /// What a line at the prompt sees besides the features.
  static let prompt = [
    Word("state", "state.cart.items[1]", "the state of all features; it is read here and written by reducers"),
    Word("view", "view.cart.title", "the view states of the features"),
    Word("computed", "computed.cart.total", "the computed values of the features"),
    Word("nav", "nav.push(\"article\", { id = 7 })", "moves between the flow's screens; nav.path has them"),
    Word("services", "services.random.integer(1, 6)", "the services; a call that takes time is waited for"),
    Word("event", "event(\"cart.tap\", { sku = \"A1\" })", "raises a view event, as a tap does"),
    Word("dispatch", "dispatch { type = \"cart/add\", qty = 2 }", "sends an action by its full type"),
    Word("settle", "settle([seconds])", "waits until no effect is left, at most 5 seconds unless told otherwise"),
    Word("it", "it", "the last value that was not nil; errors, commands and reloads leave it as it is"),
    Word("print", "print(value, …)", "writes values as text"),
    Word("udf", "udf.list {}", "the library that the app's files require; udf.feature? tells of one of its functions"),
  ]

  /// What `require "udf"` gives.
  static let library = [
    Word("udf.app", "udf.app { name, features, services, middleware, flow, scenes, grants, version }", "an app"),
    Word(
      "udf.feature",
      "udf.feature { name, state, actions, events, reduce, effects, computed, reactions, view, screen, emits, uses }",
      "a feature: its state, the actions that change it, and what follows from them"),
    Word("udf.native", "udf.native(name [, additions])", "a feature that the program brings along, written in Swift"),
    Word("udf.entities", "udf.entities { name, key, sort, indexes, text }", "a feature that is a table of rows by key"),
    Word(
      "udf.sync", "udf.sync { name, key, seed, remote, cache, ttl, lazy }",
      "rows by key that an engine keeps as a server has them"),
    Word(
      "udf.usecase", "udf.usecase { outputs, run }",
      "one thing that the app can do; a feature binds its outputs to actions"),
    Word(
      "udf.middleware", "udf.middleware { before, after, intercepts }",
      "sees every action before and after its reducers"),
    Word("udf.flow", "udf.flow { start, routes, on }", "the way from screen to screen"),
    Word("udf.scene", "udf.scene { name, model, view, events, renders, screen }", "one screen of a flow"),
    Word("udf.screen", "udf.screen(function(view, ui) … end)", "draws a view state for :screen"),
    Word("udf.keyed", "udf.keyed { name, key, feature }", "a feature many times over, once for each key"),
    Word("udf.optional", "udf.optional { name, feature }", "a feature that may be there or not"),
    Word("udf.enum", "udf.enum { \"a\", \"b\" }", "the type of a field that is one of these texts"),
    Word(
      "udf.each", "udf.each(list, function(row) … end)",
      "a row of a view state for each item, made anew only where it changed"),
    Word("udf.every", "udf.every(effect)", "runs an effect for every action, which is what a plain function does"),
    Word("udf.leading", "udf.leading(effect)", "runs an effect unless one runs already"),
    Word("udf.latest", "udf.latest(effect)", "runs an effect and cancels the one that runs"),
    Word("udf.queue", "udf.queue(effect)", "runs an effect after those that run"),
    Word("udf.debounce", "udf.debounce(seconds, effect)", "runs an effect when nobody has asked for that long"),
    Word("udf.throttle", "udf.throttle(seconds, effect)", "runs an effect at most once in that time"),
    Word("udf.background", "udf.background(effect)", "runs an effect that settling does not wait for"),
    Word("udf.null", "udf.null", "JSON's null"),
    Word("udf.list", "udf.list {}", "marks a table as a list, so that an empty one stays one"),
    Word("udf.args", "udf.args", "what followed -- on the command line"),
  ]
}
