/// A global name of the prompt that does not come from the app, with its purpose.
struct Word: Equatable {
  /// `settle`
  let name: String
  /// `settle([seconds])`
  let usage: String
  let text: String

  init(_ name: String, _ usage: String, _ text: String) {
    self.name = name
    self.usage = usage
    self.text = text
  }

  static let all = [
    Word("state", "state.cart.items[1]", "the state of all features; it is read here and written by reducers"),
    Word("view", "view.cart.title", "the view states of the features"),
    Word("computed", "computed.cart.total", "the computed values of the features"),
    Word("nav", "nav.push(\"article\", { id = 7 })", "navigates between the flow's screens; nav.path lists them"),
    Word("services", "services.random.integer(1, 6)", "the services; the prompt waits for the result of a call"),
    Word("event", "event(\"cart.tap\", { sku = \"A1\" })", "raises a view event, as a tap does"),
    Word("dispatch", "dispatch { type = \"cart/add\", qty = 2 }", "sends an action by its full type"),
    Word("settle", "settle([seconds])", "waits until all effects have ended, by default at most 5 seconds"),
    Word("it", "it", "the last value that was not nil; errors, commands and reloads leave it as it is"),
    Word("print", "print(value, …)", "writes values as text"),
  ]
}
