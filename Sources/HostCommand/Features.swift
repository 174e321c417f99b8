import ArgumentParser
import UDFConsole
import UDFHost

/// `udfhost features APP`: lists the features of an app without starting it.
struct Features: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List an app's features with their actions, events, effects and views.",
    usage: "udfhost features [APP.lua] [--json]",
    discussion: """
      The app is loaded but not started: no action is sent and no effect runs. \
      Exit codes: 0 all well, 2 wrong arguments or the app did not load.
      """)

  @OptionGroup var app: AppArgument
  @OptionGroup var output: OutputOptions

  func run() throws {
    var configuration = try app.configuration()
    configuration.watch = .off
    configuration.startsFeatures = false
    let options = output.console
    MainActor.assumeIsolated { [configuration] in
      Console(options).listFeatures { try AppHost(configuration) }
    }
  }
}
