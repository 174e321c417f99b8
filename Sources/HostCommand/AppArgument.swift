import ArgumentParser
import UDFConsole
import UDFHost

/// The app that a command is about.
struct AppArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The app's file, or the folder that holds its app.lua.", valueName: "app"))
  var path: String

  /// What makes a host of it, with the services of this command. Throws a ``UsageError`` if there is no such app.
  func configuration() throws -> HostConfiguration {
    var configuration = HostConfiguration(app: try AppFile.locate(path))
    configuration.core = ConsoleCore()
    return configuration
  }
}
