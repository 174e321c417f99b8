import ArgumentParser
import UDFConsole
import UDFHost
import UDFTooling

/// `udfhost test PATH`: runs the tests of an app, a folder or a file.
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run tests: files whose names end in _test.lua.",
    usage: "udfhost test [APP.lua|FILE|FOLDER] [--filter S] [--watch] [--jobs N] [--seed N] [-v] [--json]",
    discussion: """
      For an app, all test files in its folder and below run. Each test runs in a separate host, in \
      memory and with virtual time. \
      Exit codes: 0 all passed, 1 one failed, 2 wrong arguments or no tests, 130 interrupted.
      """)

  @Argument(help: "A test file, a folder, or an app's file (default: the working folder).")
  var path = "."

  @Option(help: ArgumentHelp("Run only tests whose name contains this text, as \"users › loads\".", valueName: "text"))
  var filter: String?

  @Flag(help: "Run the tests of saved files again, until Ctrl-C.")
  var watch = false

  @Option(help: ArgumentHelp("How many files run in parallel (default: one for each core).", valueName: "number"))
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The seed of properties, as a failure prints it (default: a new one for each run).", valueName: "number"))
  var seed: UInt64?

  @Flag(name: .shortAndLong, help: "List all tests, even with several files.")
  var verbose = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs: must be 1 or more, got \(jobs)") }
  }

  func run() throws {
    try AppFile.requireReadable(path)
    var options = output.console
    options.verbose = verbose
    MainActor.assumeIsolated { [self] in
      let console = Console(options)
      if watch { console.watchTests(makeRunner) } else { console.runTests(makeRunner) }
    }
  }

  private func makeRunner() throws(HostError) -> TestRunner {
    var runner = try TestRunner(path)
    runner.filter = filter
    runner.onStuck = Console.end(stuck:)
    if let jobs { runner.jobs = jobs }
    if let seed { runner.seed = seed }
    return runner
  }
}
