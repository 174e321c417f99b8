import ArgumentParser

do {
  try Udfhost.requireCommand(CommandLine.arguments.dropFirst().first)
  var command = try Udfhost.parseAsRoot()
  try command.run()
} catch {
  Udfhost.end(with: error)
}
