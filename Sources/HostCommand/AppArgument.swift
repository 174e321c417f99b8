import ArgumentParser
import UDFConsole
import UDFHost

/// The app of a command.
struct AppArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The app's file, or the folder that holds its app.lua (default: the working folder).", valueName: "app"))
  var path = "."

  /// Makes the configuration of the host, with the services of this command. Throws a ``UsageError`` if there is no
  /// such app.
  func configuration() throws -> HostConfiguration {
    var configuration = HostConfiguration(app: try AppFile.locate(path))
    configuration.core = ConsoleCore()
    configuration.onStuck = Console.end(stuck:)
    return configuration
  }
}
