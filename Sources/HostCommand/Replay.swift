import ArgumentParser
import UDFConsole
import UDFHost
import UDFTooling

/// `udfhost replay APP SESSION`: replays a recorded session.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a recorded session again and compare what its actions change.",
    usage: "udfhost replay APP.lua SESSION [--json] [--verbose] [--no-color]",
    discussion: """
      The reducers reduce the recorded actions again; no effect runs, and nothing is fetched. With the scripts that \
      recorded the session, the replay ends at the first difference; with others it reports all differences. \
      Exit codes: 0 no difference, 1 differences, 2 wrong arguments, or the app or the session did not load.
      """)

  @Argument(help: ArgumentHelp("The app's file, or the folder that holds its app.lua.", valueName: "app"))
  var app: String

  @Argument(help: "The file that --record has written.")
  var session: String

  @OptionGroup var output: OutputOptions

  @Flag(name: .shortAndLong, help: "Every action with its changes.")
  var verbose = false

  func run() throws {
    var options = output.console
    options.verbose = verbose
    let configuration = try AppFile.configuration(app)
    MainActor.assumeIsolated { [options, session] in
      Console(options).replay { try SessionReplay(session, configuration) }
    }
  }
}
