import ArgumentParser
import Platform
import UDFCommands
import UDFConsole
import UDFHost

/// The main command. Without a subcommand it runs an app.
struct Udfhost: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "udfhost",
    abstract: "Run apps whose features are Lua files, reloaded as they are saved.",
    usage: """
      udfhost [APP.lua] [run options] [-- ARG…]
      udfhost check [APP.lua] [--json]
      udfhost test [APP.lua|FILE|FOLDER] [--filter S] [--watch] [--json]
      udfhost replay APP.lua SESSION [--json] [--verbose]
      udfhost new KIND NAME
      udfhost features [APP.lua] [--json]
      udfhost annotations [APP.lua] [--out FOLDER]
      udfhost reference [NAME] [--out FOLDER]
      udfhost data list|adopt|remove
      udfhost serve APP.lua [--address IP] [--port PORT]
      udfhost sync-check URL [--read-only] [--json]
      udfhost --version
      """,
    discussion: "The run options: udfhost run --help",
    version: "0.1.0",
    subcommands: [
      Run.self, Check.self, Test.self, Replay.self, New.self, Features.self, Annotations.self, ReferenceCommand.self,
      Data.self, Serve.self, CheckSync.self,
    ],
    defaultSubcommand: Run.self)

  private static var commands: [String] { configuration.subcommands.map { $0._commandName } }

  /// Reports a first word that is not a file and resembles a subcommand. Otherwise it would be treated as an app, and
  /// the error would be about the next word. A path is never treated as a subcommand, for example `news/app.lua`, which
  /// resembles `new`.
  static func requireCommand(_ word: String?) throws {
    let names = commands + ["help"]
    guard let word, word.allSatisfy(\.isLetter), !names.contains(word), access(word, F_OK) != 0,
      let name = suggestion(for: word, among: names)
    else { return }
    throw UsageError("\(word): there is no such command or file. Did you mean \"udfhost \(name)\"?")
  }

  /// The subcommand among the arguments that is not the first one; nil: there is none.
  private static var misplacedCommand: String? {
    let words = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
    guard let first = words.first, !commands.contains(first) else { return nil }
    return zip(words, words.dropFirst()).first { $0 != "-e" && commands.contains($1) && access($1, F_OK) != 0 }?.1
  }

  /// Ends the process like ArgumentParser, with 2 for wrong arguments.
  @MainActor
  static func end(with error: any Error) -> Never {
    var text = (error as? UsageError)?.description ?? fullMessage(for: error)
    let isWrong = exitCode(for: error) != .success
    if text.contains("nexpected argument"), let name = misplacedCommand {
      text += "\n\(name) is a command. To fix this, write it first: udfhost \(name) …"
    }
    if let error = error as? UsageError, CommandLine.arguments.prefix(while: { $0 != "--" }).contains("--json") {
      let output = Output(descriptor: STDOUT_FILENO)
      output.line(JSONLines.error(HostError(code: "usage", message: error.description)))
      output.end(with: .usage)
    }
    let output = Output(descriptor: isWrong ? STDERR_FILENO : STDOUT_FILENO)
    if !text.isEmpty { output.wrapped(text) }
    output.end(with: isWrong ? .usage : .success)
  }
}
