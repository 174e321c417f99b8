import LuaRuntime
import Platform
import UDFCommands
import UDFHost
import UDFTooling

/// `udfhost test`.
extension Console {
  /// Runs tests, prints the results, and exits: with 1 if a test failed, with 2 if there was none to run.
  public func runTests(_ makeRunner: () throws(HostError) -> TestRunner) -> Never {
    do throws(HostError) {
      let runner = try makeRunner()
      let reporter = testReporter
      func report(_ progress: TestProgress) { reporter.report(progress) }
      let summary = runner.run(reporting: report) { reporter.report($1, of: $0) }
      output.removeStatus()
      if summary.isEmpty {
        output.flush()
        refuse(noTest(runner.filter, runner.path))
      }
      reporter.report(summary)
      output.end(with: summary.failed > 0 ? .failure : .success)
    } catch {
      refuse(error)
    }
  }

  /// Runs tests. Runs them again when a relevant file is saved or the user presses a key, until q or Ctrl-C.
  public func watchTests(_ makeRunner: () throws(HostError) -> TestRunner) -> Never {
    let signals = SignalSources()
    signals.on(SIGINT) { EmergencyExit.end(.interrupted) }
    for number in [SIGTERM, SIGHUP, SIGQUIT] { signals.on(number) { EmergencyExit.end(signal: number) } }
    do throws(HostError) {
      let runner = try makeRunner()
      let watch = TestWatch(runner)
      let reporter = testReporter
      func report(_ progress: TestProgress) { reporter.report(progress) }
      let keys = options.json || !WatchKeys.canRead ? nil : WatchKeys()
      if let keys { signals.on(SIGCONT) { keys.resume() } }
      keys?.start(watch.interrupt)
      while true {
        let round = keys?.take().map { self.round($0, watch, keys) } ?? watch.next()
        reporter.report(round)
        // A round without files only reports the state of the watch.
        if round.files.isEmpty { continue }
        let summary = watch.run(round, reporting: report) { reporter.report($1, of: $0) }
        output.removeStatus()
        output.flush()
        if summary.isEmpty, round.saved.isEmpty { diagnostics.line(noTest(watch.filter, runner.path).message) }
        if !summary.isEmpty { reporter.report(summary) }
        diagnostics.flush()
        if keys != nil { output.wrapped(palette(for: STDOUT_FILENO).dim(legend(watch.filter))) }
      }
    } catch {
      refuse(error)
    }
  }

  private func round(_ key: WatchKeys.Key, _ watch: TestWatch, _ keys: WatchKeys?) -> TestWatch.Round {
    switch key {
    case .all:
      watch.filter = nil
      return watch.all()
    case .failed: return watch.allFailed()
    case .filter:
      let name = keys?.ask("only tests whose name contains: ", output) ?? ""
      watch.filter = name.isEmpty ? nil : name
      return watch.all()
    }
  }

  private func legend(_ filter: String?) -> String {
    (filter.map { "only \(LuaText.quoted($0)) · " } ?? "") + WatchKeys.legend
  }

  private var testReporter: any TestReporter {
    options.json
      ? JSONTestReporter(output: output)
      : TextTestReporter(output: output, palette: palette(for: STDOUT_FILENO), isVerbose: options.verbose)
  }

  private func noTest(_ filter: String?, _ path: String) -> HostError {
    let message =
      filter.map { "--filter: no test's name contains \"\($0)\"" }
      ?? "\(path): there are no tests\n  To fix this, write one: test.it(\"what it does\", function() … end)"
    return HostError(usage: message)
  }
}
