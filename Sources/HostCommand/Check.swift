import ArgumentParser
import UDFConsole
import UDFHost
import UDFTooling

/// `udfhost check APP`: finds mistakes in an app without starting it.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find mistakes in an app without starting it.",
    usage: "udfhost check [APP.lua] [--json] [--no-color]",
    discussion: """
      The app is loaded but not started: no action is sent and no effect runs. \
      Exit codes: 0 no errors, 1 errors or the app did not load, 2 wrong arguments.
      """)

  @OptionGroup var app: AppArgument
  @OptionGroup var output: OutputOptions

  func run() throws {
    let check = AppCheck(try app.configuration())
    let options = output.console
    MainActor.assumeIsolated {
      Console(options).report { try check.run() }
    }
  }
}
