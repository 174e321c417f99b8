import ArgumentParser
import UDFHost

/// The app of a command.
struct AppArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The app's file, or the folder that holds its app.lua (default: the working folder).", valueName: "app"))
  var path = "."

  func configuration() throws -> HostConfiguration { try AppFile.configuration(path) }
}
