import TodoFeature
import UDFConsole
import UDFHost

// A host with a feature of our own beside those in Lua.
var configuration = HostConfiguration(app: CommandLine.arguments.dropFirst().first ?? "app/app.lua")
configuration.features = [Todos()]
configuration.core = ConsoleCore()

var options = ConsoleOptions()
options.pieces = CommandLine.arguments.dropFirst(2).map { .expression($0) }

Console(options).run {
  let host = try AppHost(configuration)
  // Typed from Swift …
  let todos = try host.native(Todos.self)
  try todos.send(.add(title: "read the README"))
  // … plain data from everywhere; what follows goes on until the subscription is let go.
  let subscription = try host.subscribe(at: "todos.added") { print("added so far: \($0)") }
  try host.send("todos/add", ["title": "write an app"])
  subscription.cancel()
  print("open: \(todos.state.items.rows.filter { !$0.done }.count)")
  // The console goes on from here: a prompt at a terminal, else what the arguments or standard input say.
  return host
}
