import ArgumentParser
import UDFConsole
import UDFHost
import UDFTooling

/// `udfhost check APP`: what is wrong with an app, without starting it.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find what is wrong with an app: what its load refuses, and what its files tell besides.",
    usage: "udfhost check APP.lua [--json] [--no-color]",
    discussion: """
      The app is loaded but not started: no action is sent and no effect runs. \
      Exit codes: 0 nothing but warnings, 1 errors, also where the app does not load, 2 wrong arguments.
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
