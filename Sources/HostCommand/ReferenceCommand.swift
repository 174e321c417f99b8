import ArgumentParser
import UDFConsole
import UDFTooling

/// `udfhost reference`: describes all tables that scripts write, with all keys.
struct ReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Print every key of the tables that scripts write, with types, defaults and examples.",
    usage: "udfhost reference [NAME] [--out FOLDER]",
    discussion: "Pages are in Markdown. Exit codes: 0 all well, 1 a file cannot be written, 2 there is no such page.")

  @Argument(help: ArgumentHelp("A page: udf.feature, udf.Context; without it their names.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Write all pages into this folder.", valueName: "folder"))
  var out: String?

  func run() throws {
    MainActor.assumeIsolated { [name, out] in
      Console(ConsoleOptions()).reference(name, into: out, from: AppFile.currentFolder)
    }
  }
}
