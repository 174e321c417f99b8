import ArgumentParser

do {
  try Udfhost.requireCommand(CommandLine.arguments.dropFirst().first)
  // The parser accepts the value of such an option only as a separate word.
  let words = CommandLine.arguments.dropFirst().flatMap { word in
    word.hasPrefix("--inspect=") ? ["--inspect", String(word.dropFirst("--inspect=".count))] : [word]
  }
  var command = try Udfhost.parseAsRoot(words)
  try command.run()
} catch {
  Udfhost.end(with: error)
}
