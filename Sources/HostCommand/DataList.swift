import ArgumentParser
import UDFConsole

/// `udfhost data list`: lists the data of all apps.
struct DataList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the folders of apps: name and path of the app, size, last use, and unsent edits.",
    usage: "udfhost data list [--json]")

  @OptionGroup var output: OutputOptions

  func run() throws {
    let options = output.console
    MainActor.assumeIsolated { Console(options).listData() }
  }
}
