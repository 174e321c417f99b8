import Platform
import UDFHost
import UDFTooling

/// Runs a host for a person at a terminal, or in batch for everything else, and ends the process.
///
///     var options = ConsoleOptions()
///     options.pieces = [.expression("counter.inc{}"), .expression("state.counter.count")]
///     Console(options).run { try AppHost(HostConfiguration(app: "app.lua")) }
@MainActor
public struct Console {
  let options: ConsoleOptions
  let output: Output
  private let diagnostics: Output

  public init(_ options: ConsoleOptions) {
    self.options = options
    // A reader that has gone away is noticed by the write, which ends the process quietly.
    signal(SIGPIPE, SIG_IGN)
    output = Output(descriptor: STDOUT_FILENO)
    diagnostics = Output(descriptor: STDERR_FILENO)
  }

  /// Nobody sits at a prompt: there is something to run, or standard input or output is no terminal.
  public var isBatch: Bool {
    !options.pieces.isEmpty || options.json || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0
  }

  /// Makes the host, runs it, and exits with the code that tells what happened: 2 if the app does not load.
  public func run(_ makeHost: () throws -> AppHost) -> Never {
    let driver = HostDriver(load(makeHost))
    if isBatch {
      driver.host.tellsActions = options.json || options.verbose
      BatchRunner(driver: driver, reporter: batchReporter, output: output, options: options).run()
    } else {
      TerminalSession(driver: driver, palette: palette(for: STDOUT_FILENO)).run()
    }
  }

  /// Makes the host, writes what its features offer, and exits: with 2 if the app does not load.
  public func listFeatures(_ makeHost: () throws -> AppHost) -> Never {
    let features = load(makeHost).features
    let formatter = FeatureFormatter(palette: palette(for: STDOUT_FILENO))
    if options.json {
      for feature in features { output.line(JSONLines.feature(feature)) }
    } else {
      output.line(features.map(formatter.details).joined(separator: "\n\n"))
    }
    output.end(with: .success)
  }

  /// Makes the host, writes annotations of it for editors, says which files were written, and exits: with 1 if one could not
  /// be written, with 2 if the app does not load.
  ///
  /// - Parameter here: the folder from which paths are told.
  public func annotate(into out: String?, from here: String, _ makeHost: () throws -> AppHost) -> Never {
    do throws(HostError) {
      for file in try load(makeHost).annotate(into: out) {
        let path = file.path.hasPrefix(here + "/") ? String(file.path.dropFirst(here.count + 1)) : file.path
        output.line("\(file.isNew ? "wrote" : "unchanged") \(path)")
      }
    } catch {
      batchReporter.report(error, action: nil)
      output.end(with: .failure)
    }
    output.end(with: .success)
  }

  /// Runs tests, writes what came of them, and exits: with 1 if one failed, with 2 if there was none to run.
  public func runTests(_ makeRunner: () throws(HostError) -> TestRunner) -> Never {
    do throws(HostError) {
      let runner = try makeRunner()
      let reporter = testReporter
      let summary = runner.run { file, results in reporter.report(results, of: file) }
      if summary.isEmpty { refuse(noTest(of: runner)) }
      reporter.report(summary)
      output.end(with: summary.failed > 0 ? .failure : .success)
    } catch {
      refuse(error)
    }
  }

  /// Writes what a check has found, and exits: with 1 if there is an error among it.
  public func report(_ check: () throws -> CheckReport) -> Never {
    let report = load(check)
    if options.json {
      for finding in report.findings { output.line(JSONLines.error(finding.error, severity: finding.severity)) }
      output.line(JSONLines.summary(report))
    } else {
      let formatter = CheckFormatter(palette: palette(for: STDOUT_FILENO))
      for finding in report.findings { output.line(formatter.text(finding) + "\n") }
      output.line(formatter.summary(report))
    }
    output.end(with: report.errors > 0 ? .failure : .success)
  }

  /// Runs tests, and again those that a saved file concerns, until Ctrl-C.
  public func watchTests(_ makeRunner: () throws(HostError) -> TestRunner) -> Never {
    let signals = SignalSources()
    signals.on(SIGINT) { _exit(ExitCode.interrupted.rawValue) }
    do throws(HostError) {
      let runner = try makeRunner()
      let watch = TestWatch(runner)
      let reporter = testReporter
      while true {
        let round = watch.next()
        reporter.report(round)
        // A round may only say something of the watching.
        if round.files.isEmpty { continue }
        let summary = watch.run(round) { file, results in reporter.report(results, of: file) }
        if summary.isEmpty, round.saved.isEmpty { diagnostics.line(noTest(of: runner).message) }
        if !summary.isEmpty { reporter.report(summary) }
        diagnostics.flush()
      }
    } catch {
      refuse(error)
    }
  }

  private var testReporter: any TestReporter {
    options.json
      ? JSONTestReporter(output: output)
      : TextTestReporter(output: output, palette: palette(for: STDOUT_FILENO))
  }

  private func noTest(of runner: TestRunner) -> HostError {
    let message =
      runner.filter.map { "--filter: no test's name contains \"\($0)\"" }
      ?? "\(runner.path): there are no tests\n  To fix this, write one: test.it(\"what it does\", function() … end)"
    return HostError(code: "usage", message: message)
  }

  func load<Loaded>(_ make: () throws -> Loaded) -> Loaded {
    do {
      let loaded = try make()
      // What the program has printed so far comes before what is written past its buffer.
      fflush(nil)
      return loaded
    } catch let error as HostError {
      refuse(error)
    } catch {
      refuse(HostError(code: "load", message: String(describing: error)))
    }
  }

  private var batchReporter: any Reporter {
    options.json
      ? JSONReporter(output: output, isVerbose: options.verbose)
      : TextReporter(
        output: output, diagnostics: diagnostics, palette: palette(for: STDERR_FILENO),
        isVerbose: options.verbose)
  }

  func refuse(_ error: HostError) -> Never {
    batchReporter.report(error, action: nil)
    output.end(with: .usage)
  }

  func palette(for descriptor: Int32) -> Palette {
    let refusal = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return Palette(isColoured: options.allowsColour && !refusal && !LineEditor.isDumb && isatty(descriptor) != 0)
  }
}
