import ArgumentParser
import UDFConsole
import UDFHost
import UDFTooling

/// `udfhost annotations APP`: what an editor with LuaLS has to know.
struct Annotations: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write annotations for LuaLS: of udf, of the app's features and services, and .luarc.json.",
    usage: "udfhost annotations APP.lua [--out FOLDER]",
    discussion: """
      The app is loaded but not started: no action is sent and no effect runs. What others have set in .luarc.json is kept. \
      Exit codes: 0 all well, 1 something could not be written, 2 wrong arguments or the app did not load.
      """)

  @OptionGroup var app: AppArgument

  @Option(help: ArgumentHelp("Where they go; else .udfhost/annotations beside the app.", valueName: "folder"))
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
