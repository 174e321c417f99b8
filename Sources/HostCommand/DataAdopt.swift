import ArgumentParser
import UDFConsole
import UDFHost

/// `udfhost data adopt FOLDER APP`: assigns existing data to an app.
struct DataAdopt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Assign existing data to an app without data, for example after it was moved or renamed.",
    usage: "udfhost data adopt FOLDER APP.lua")

  @Argument(help: ArgumentHelp("A folder that udfhost data list shows.", valueName: "folder"))
  var folder: String

  @Argument(help: ArgumentHelp("The app's file, or the folder that holds its app.lua.", valueName: "app"))
  var app: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    var configuration = try AppFile.configuration(app)
    configuration.watch = .off
    configuration.startsFeatures = false
    let options = output.console
    MainActor.assumeIsolated { [configuration, folder] in
      Console(options).adoptData(folder) { try AppHost(configuration) }
    }
  }
}
