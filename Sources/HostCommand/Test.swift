import ArgumentParser
import UDFConsole
import UDFHost
import UDFTooling

/// `udfhost test PATH`: the tests of an app, a folder or a file.
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run tests: files whose names end in _test.lua.",
    usage: "udfhost test APP.lua|FILE|FOLDER [--filter S] [--watch] [--jobs N] [--seed N] [--json]",
    discussion: """
      An app stands for every test file beside it and below, as a folder does. Each test runs in a host of its own, in \
      memory and on virtual time. \
      Exit codes: 0 all passed, 1 one failed, 2 wrong arguments or no tests, 130 interrupted.
      """)

  @Argument(help: "A test file, a folder, or an app's file.")
  var path: String

  @Option(help: ArgumentHelp("Only tests whose name contains this, as \"users › loads\".", valueName: "text"))
  var filter: String?

  @Flag(help: "Run again what a saved file concerns, until Ctrl-C.")
  var watch = false

  @Option(help: ArgumentHelp("How many files run at a time; else one for each core.", valueName: "number"))
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What properties draw from, as a failure tells it; else another one each time.", valueName: "number"))
  var seed: UInt64?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs: must be 1 or more, got \(jobs)") }
  }

  func run() throws {
    try AppFile.requireReadable(path)
    let options = output.console
    MainActor.assumeIsolated { [self] in
      let console = Console(options)
      if watch { console.watchTests(makeRunner) } else { console.runTests(makeRunner) }
    }
  }

  private func makeRunner() throws(HostError) -> TestRunner {
    var runner = try TestRunner(path)
    runner.filter = filter
    if let jobs { runner.jobs = jobs }
    if let seed { runner.seed = seed }
    return runner
  }
}
