import Dispatch
import LuaSyntax
import Platform
import UDFCommands
import UDFHost
import UDFServices
import UDFTooling

/// Runs a host at a terminal or in batch, and ends the process.
///
///     var options = ConsoleOptions()
///     options.pieces = [.expression("counter.inc{}"), .expression("state.counter.count")]
///     Console(options).run { try AppHost(HostConfiguration(app: "app.lua")) }
@MainActor
public struct Console {
  let options: ConsoleOptions
  let output: Output
  let diagnostics: Output

  public init(_ options: ConsoleOptions) {
    self.options = options
    // A write to a closed pipe then returns an error, and the output ends the process without a message.
    signal(SIGPIPE, SIG_IGN)
    output = Output(descriptor: STDOUT_FILENO)
    diagnostics = Output(descriptor: STDERR_FILENO)
    EmergencyExit.output = output
    EmergencyExit.isJSON = options.json
  }

  /// Reports a script that cannot be stopped, and ends the process with 4. For `HostConfiguration.onStuck`.
  public nonisolated static func end(stuck error: HostError) { EmergencyExit.end(stuck: error) }

  /// Whether the session is a batch: there are pieces to run, or standard input or output is not a terminal.
  public var isBatch: Bool {
    !options.pieces.isEmpty || options.json || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0
  }

  /// Whether questions can be asked, because there are no pieces to run and a user is at the terminal.
  var asksQuestions: Bool { options.pieces.isEmpty && Question.canBeAsked }

  /// Decides which of the requested grants the app gets. Asks the user if there will be a prompt and a terminal is
  /// available, and otherwise refuses.
  public var decideGrants: @Sendable (GrantRequest) -> [Grant] {
    let asks = asksQuestions
    return { request in
      MainActor.assumeIsolated { asks ? GrantQuestion(request).ask() : GrantQuestion(request).refuse() }
    }
  }

  /// Makes the host, runs it, and exits with the code of the outcome; 2 if the app does not load.
  public func run(_ makeHost: () throws -> AppHost) -> Never {
    let driver = HostDriver(load(makeHost))
    if isBatch {
      BatchRunner(driver: driver, reporter: batchReporter, output: output, options: options).run()
    } else {
      TerminalSession(driver: driver, palette: palette(for: STDOUT_FILENO)).run()
    }
  }

  /// Prints the lines that `start` returns, and runs the main queue until the process is ended. Exits with 2 if `start` throws.
  public func serve(_ start: () throws -> [String]) -> Never {
    for line in load(start) { output.line(line) }
    output.flush()
    dispatchMain()
  }

  /// Makes the host, prints its features, and exits: with 2 if the app does not load.
  public func listFeatures(_ makeHost: () throws -> AppHost) -> Never {
    let host = load(makeHost)
    let (features, grants) = (host.features, host.requestedGrants)
    let formatter = FeatureFormatter(palette: palette(for: STDOUT_FILENO))
    if options.json {
      for feature in features { output.line(JSONLines.feature(feature)) }
      if !grants.isEmpty { output.line(JSONLines.grants(grants)) }
    } else {
      output.line(features.map(formatter.details).joined(separator: "\n\n"))
      if !grants.isEmpty { output.line("\nasks \(GrantText(grants).words)") }
    }
    output.end(with: .success)
  }

  /// Makes the host, writes its annotations for editors, prints the names of the written files, and exits: with 1 if a file cannot
  /// be written, with 2 if the app does not load. Printed paths are relative to the folder `here`.
  public func annotate(into out: String?, from here: String, _ makeHost: () throws -> AppHost) -> Never {
    writeFiles(from: here) { () throws(HostError) in try load(makeHost).annotate(into: out) }
  }

  /// Writes the files that `body` returns, and exits: with 1 if it throws.
  func writeFiles(from here: String, _ body: () throws(HostError) -> [AnnotationFile]) -> Never {
    do throws(HostError) {
      for file in try body() {
        let path = file.path.hasPrefix(here + "/") ? String(file.path.dropFirst(here.count + 1)) : file.path
        output.line("\(file.isNew ? "wrote" : "unchanged") \(path)")
      }
    } catch {
      batchReporter.report(error, action: nil)
      output.end(with: .failure)
    }
    output.end(with: .success)
  }

  /// Writes the results of a check, and exits: with 1 if it found an error.
  public func report(_ check: () throws -> CheckReport) -> Never {
    let columns = options.json ? nil : output.columns
    let report = load { try SourceExcerpt.$columns.withValue(columns, operation: check) }
    if options.json {
      for finding in report.findings { output.line(JSONLines.error(finding.error, severity: finding.severity)) }
      output.line(JSONLines.summary(report))
    } else {
      let formatter = CheckFormatter(palette: palette(for: STDOUT_FILENO))
      for finding in report.findings {
        output.wrapped(formatter.text(finding) + "\n")
      }
      output.line(formatter.summary(report))
    }
    output.end(with: report.errors > 0 ? .failure : .success)
  }

  /// Prints an error that does not end the process.
  public func printError(_ error: any Error) {
    batchReporter.report(hostError(error), action: nil)
    diagnostics.flush()
    output.flush()
  }

  func load<Loaded>(_ make: () throws -> Loaded) -> Loaded {
    do {
      let loaded = try make()
      // Output that the program has written through C streams must precede output that bypasses their buffer.
      fflush(nil)
      return loaded
    } catch {
      refuse(hostError(error))
    }
  }

  private func hostError(_ error: any Error) -> HostError {
    error as? HostError ?? HostError(code: "load", message: String(describing: error))
  }

  var batchReporter: any Reporter {
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
    return Palette(isColoured: options.allowsColour && !refusal && !TerminalWindow.isDumb && isatty(descriptor) != 0)
  }
}
