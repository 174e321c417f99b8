import ArgumentParser
import UDFConsole
import UDFHost

/// `udfhost test PATH`: the tests of an app, a folder or a file.
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run tests: files whose names end in _test.lua.",
    usage: "udfhost test APP.lua|FILE|FOLDER [--filter S] [--json] [--no-color]",
    discussion: """
      An app stands for every test file beside it and below, as a folder does. Each test runs in a host of its own, in \
      memory and on virtual time. \
      Exit codes: 0 all passed, 1 one failed, 2 wrong arguments or no tests.
      """)

  @Argument(help: "A test file, a folder, or an app's file.")
  var path: String

  @Option(help: ArgumentHelp("Only tests whose name contains this, as \"users › loads\".", valueName: "text"))
  var filter: String?

  @Flag(help: "One JSON object a line on standard output.")
  var json = false

  @Flag(help: "No colour; NO_COLOR does the same.")
  var noColor = false

  func run() throws {
    try AppFile.requireReadable(path)
    var options = ConsoleOptions()
    options.json = json
    options.allowsColour = !noColor
    MainActor.assumeIsolated { [options, path, filter] in
      Console(options).runTests { () throws(HostError) in
        var runner = try TestRunner(path)
        runner.filter = filter
        return runner
      }
    }
  }
}
