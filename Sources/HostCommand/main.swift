import ArgumentParser
import Platform

// Swift's runtime takes Ctrl-\ for a crash: it prints a backtrace and does not end.
_ = restoreDefault(ofSignal: SIGQUIT)

do {
  for number in 1..<max(1, Int(CommandLine.argc)) {
    guard let word = CommandLine.unsafeArgv[number], String(validatingCString: word) == nil else { continue }
    let words = CommandLine.arguments
    let isCode = words[number - 1] == "-e" || words[number].hasPrefix("-e")
    let fix = isCode ? "in Lua write other bytes as escapes: \"\\xFF\"" : "give a name or a text that is"
    throw UsageError("argument \(number) is not UTF-8; \(fix)")
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
