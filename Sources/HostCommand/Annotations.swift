import ArgumentParser
import UDFConsole
import UDFHost
import UDFTooling

/// `udfhost annotations APP`: writes annotations for editors with LuaLS.
struct Annotations: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write LuaLS annotations of udf and of the app's features and services, and .luarc.json.",
    usage: "udfhost annotations [APP.lua] [--out FOLDER]",
    discussion: """
      The app is loaded but not started: no action is sent and no effect runs. Settings of other tools in .luarc.json are kept. \
      Exit codes: 0 all well, 1 a file could not be written, 2 wrong arguments or the app did not load.
      """)

  @OptionGroup var app: AppArgument

  @Option(
    help: ArgumentHelp(
      "The folder for the annotations (default: .udfhost/annotations beside the app).", valueName: "folder"))
  var out: String?

  func run() throws {
    var configuration = try app.configuration()
    configuration.watch = .off
    configuration.startsFeatures = false
    MainActor.assumeIsolated { [out, configuration] in
      Console(ConsoleOptions()).annotate(into: out, from: AppFile.currentFolder) { try AppHost(configuration) }
    }
  }
}
