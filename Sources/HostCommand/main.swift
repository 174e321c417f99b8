import ArgumentParser
import Platform

do {
  for number in 1..<max(1, Int(CommandLine.argc)) where CommandLine.arguments[number - 1] == "-e" {
    guard let word = CommandLine.unsafeArgv[number], String(validatingCString: word) == nil else { continue }
    throw UsageError("argument \(number) is not UTF-8; in Lua write other bytes as escapes: \"\\xFF\"")
  }
  let first = CommandLine.arguments.dropFirst().first
  // Without an app to run, the command describes itself.
  if first == nil, access("app.lua", F_OK) != 0 { throw UsageError(Udfhost.helpMessage()) }
  try Udfhost.requireCommand(first)
  // The parser accepts the value of such an option only as a separate word.
  let words = CommandLine.arguments.dropFirst().flatMap { word in
    word.hasPrefix("--inspect=") ? ["--inspect", String(word.dropFirst("--inspect=".count))] : [word]
  }
  var command = try Udfhost.parseAsRoot(words)
  try command.run()
} catch {
  Udfhost.end(with: error)
}
