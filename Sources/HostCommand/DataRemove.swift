import ArgumentParser
import UDFConsole

/// `udfhost data remove FOLDER`: removes the data of an app.
struct DataRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove the data of an app, after a confirmation.",
    usage: "udfhost data remove FOLDER [--yes]")

  @Argument(help: ArgumentHelp("A folder that udfhost data list shows.", valueName: "folder"))
  var folder: String

  @Flag(help: "Ask nothing.")
  var yes = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let options = output.console
    MainActor.assumeIsolated { [folder, yes] in Console(options).removeData(folder, hasConsent: yes) }
  }
}
