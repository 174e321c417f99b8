import Dispatch
import Platform
import UDFCommands
import UDFHost

/// Runs the input of `-e`, `-f` or a pipe in order, and ends the process with the exit code of the outcome.
///
/// The runner exists until the process ends, so its closures may retain it.
@MainActor
final class BatchRunner {
  private let driver: HostDriver
  private let interpreter: Interpreter
  private let reporter: any Reporter
  private let output: Output
  private let options: ConsoleOptions
  private let signals = SignalSources()
  /// The input that remains. Expressions have the names that errors show: `-e`, or `-e 1`, `-e 2`, … if there are several.
  private var pieces: ArraySlice<(piece: ConsoleOptions.Piece, name: String)>
  /// Lines from standard input that do not form a complete chunk yet, and the line on which they start.
  private var chunk = ""
  private var chunkLine = 1
  private var lineNumber = 0
  /// Whether standard input has not ended.
  private var isReadingInput = false
  private var hasMoreInput: Bool { !pieces.isEmpty || isReadingInput }
  /// The number of batch lines so far: each line of standard input, and each other piece counts as one.
  private var batchLine = 0
  /// Whether effects did not settle within the time limit.
  private var isUnsettled = false

  init(driver: HostDriver, reporter: any Reporter, output: Output, options: ConsoleOptions) {
    self.driver = driver
    self.reporter = reporter
    self.output = output
    self.options = options
    interpreter = Interpreter(
      host: driver.host, reporter: reporter, pane: ScreenPane(driver.host),
      reports: options.json || options.verbose ? .all : .failures, reportsPast: true)
    let given = options.pieces.isEmpty ? [.file("-")] : options.pieces
    let count = given.count { if case .expression = $0 { true } else { false } }
    var number = 0
    pieces =
      given.map { piece in
        if case .expression = piece { number += 1 }
        return (piece, count == 1 ? "-e" : "-e \(number)")
      }[...]
  }

  func run() -> Never {
    listen()
    driver.afterTurn = { self.checkBackground() }
    driver.start()
    runPieces()
    dispatchMain()
  }

  private var hasFailed: Bool { interpreter.failureCount > 0 }
  /// Whether the remaining pieces must not run, because of an error without `--keep-going`.
  private var hasGivenUp: Bool { hasFailed && !options.keepGoing }
  private var isInterrupted: Bool { driver.activity.interruptionCount > 0 }

  private func listen() {
    let activity = driver.activity
    signals.on(SIGINT) {
      activity.interrupt()
      // A second Ctrl-C ends the process without any clean-up.
      if activity.interruptionCount > 1 { _exit(ExitCode.interrupted.rawValue) }
      MainQueue.async { self.endInterrupted(leaving: self.hasMoreInput) }
      Self.keepStopping(activity)
    }
  }

  /// Stops scripts repeatedly. A Ctrl-C between two scripts stops none, and the second script could run forever before
  /// the main queue ends the process.
  private nonisolated static func keepStopping(_ activity: Activity) {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) {
      activity.stop()
      keepStopping(activity)
    }
  }

  private func runPieces() {
    while let (piece, name) = pieces.popFirst() {
      switch piece {
      case .expression(let text):
        beginLine(text)
        handle(run { interpreter.run(text, name: name) }, name: name)
      case .file("-"):
        isReadingInput = true
        // The main queue continues when standard input has ended.
        StandardInput().read({ self.consume($0) }, onFailure: { self.refuseInput($0) })
        return
      case .file(let path):
        runFile(path)
      }
    }
    if !options.keepAlive { finish() }
  }

  private func run(_ line: () -> Outcome) -> Outcome { driver.activity.during(line) }

  /// - Parameter text: the new line, whose rows are opened.
  private func beginLine(_ text: String) {
    if driver.host.hasClosedRows { driver.host.openRows(of: MentionedRows(text).names) }
    awaitEffects()
    batchLine += 1
    reporter.begin(line: batchLine)
  }

  private func runFile(_ path: String) {
    do throws(HostError) {
      let text = try SourceFile.read(path)
      beginLine(text)
      handle(run { interpreter.run(file: text, name: path) }, name: path)
    } catch {
      if error.code == "usage" {
        awaitEffects()
        reporter.report(error, action: nil)
        reportLog()
        end(.usage)
      }
      beginLine("")
      handle(interpreter.refuse(error), name: path)
    }
  }

  /// Reports that standard input cannot be read. Its end follows.
  private func refuseInput(_ reason: String) {
    beginLine("")
    let error = HostError(code: "file", message: "stdin: cannot be read: \(reason)\n  The rest of it was not run.")
    handle(interpreter.refuse(error), name: "stdin")
  }

  private func consume(_ bytes: [UInt8]?) {
    guard let bytes else {
      isReadingInput = false
      if !chunk.isEmpty { handle(.incomplete, name: "stdin", line: chunkLine) }
      return runPieces()
    }
    lineNumber += 1
    if chunk.isEmpty { chunkLine = lineNumber }
    let line: String
    do throws(HostError) {
      line = try SourceFile.text(
        lineNumber == 1 ? ByteOrderMark.removed(from: bytes) : bytes, name: "stdin", line: lineNumber)
    } catch {
      beginLine("")
      chunk = ""
      return handle(interpreter.refuse(error), name: "stdin")
    }
    chunk += chunk.isEmpty ? line : "\n" + line
    beginLine(line)
    let outcome = run { interpreter.run(chunk, name: "stdin", line: chunkLine) }
    if outcome == .incomplete { return }
    chunk = ""
    handle(outcome, name: "stdin")
  }

  /// Continues or ends after a piece of input.
  private func handle(_ outcome: Outcome, name: String, line: Int = 1) {
    if outcome == .incomplete { interpreter.reportUnfinished(name: name, line: line) }
    output.flush()
    if isInterrupted { endInterrupted(leaving: hasMoreInput) }
    if outcome == .quit { finish() }
    driver.turn()
  }

  /// Waits until the effects of the app's start and of the previous piece have settled. At a past point effects do not
  /// run, so there is nothing to wait for.
  private func awaitEffects() {
    guard options.settle > 0, driver.host.pastAction == nil, !driver.host.isSettled else { return }
    if !settle() {
      reportUnsettled("They continue while the next lines run, and are cancelled at the end.")
      driver.host.stopAwaiting()
    }
    if isInterrupted { endInterrupted(leaving: true) }
    checkBackground()
  }

  /// Ends the process after Ctrl-C and names the effects that this cancels.
  private func endInterrupted(leaving isLeft: Bool) -> Never {
    let rest = isLeft ? "The remaining input was not run." : ""
    if !driver.host.unsettled.isEmpty {
      reportCancelled("interrupted", rest)
    } else if !driver.host.isSettled {
      reporter.report(
        HostError(
          code: "unsettled", at: nil, "stopped: interrupted while the shared log was busy", notes: isLeft ? [rest] : []),
        action: nil)
    }
    reportLog()
    end(.interrupted)
  }

  /// Reports the effects and engines that the end before their end cancels.
  private func reportCancelled(_ reason: String, _ rest: String) {
    let names = driver.host.unsettled
    if names.isEmpty { return }
    reporter.report(
      HostError(
        code: "unsettled", at: nil, "stopped: \(reason) while effects were running: \(names)",
        notes: ["They were cancelled; the state is as they left it.\(rest.isEmpty ? "" : " ")\(rest)"]), action: nil)
  }

  /// Reports the effects and engines that have not settled in time. The shared log is reported at the end.
  private func reportUnsettled(_ outcome: String) {
    let names = driver.host.unsettled
    if names.isEmpty { return }
    isUnsettled = true
    reporter.report(
      HostError(
        code: "unsettled",
        message: """
          effects were still running after \(ElapsedTime.seconds(options.settle)): \(names)
            \(outcome)
            To fix this, wait longer with --settle SECONDS, or mark effects that never end with udf.background.
          """), action: nil)
  }

  /// Reports what the shared log has not confirmed or delivered.
  private func reportLog() {
    guard let log = driver.host.sharedLog, let message = log.unconfirmed ?? log.undelivered else { return }
    isUnsettled = true
    reporter.report(HostError(code: "unsettled", message: message), action: nil)
  }

  /// Checks whether an effect has failed, in the background or between two pieces.
  private func checkBackground() {
    output.flush()
    if hasGivenUp {
      awaitLog()
      reportCancelled("an error ended the run", "To fix this, correct the error, or use --keep-going.")
      reportLog()
      end(.failure)
    }
  }

  /// Waits for effects and ends the process.
  private func finish() -> Never {
    // This also runs the effects that the host held at a past point.
    try? driver.host.returnToLive()
    let isSettled = settle()
    if isInterrupted { endInterrupted(leaving: false) }
    if !isSettled { reportUnsettled("They were cancelled; the state is as they left it.") }
    reportLog()
    // A message of the log has named the reason.
    let phase = driver.host.sharedLog?.phase
    let isCutOff = phase == .stopped || phase == .disconnected && !isUnsettled
    let hasFailedSync = driver.host.hasFailedSync || interpreter.hasRefusedEdits
    driver.host.stop()
    let lost = driver.host.waitForEngines(seconds: 2)
    for error in lost { reporter.report(error, action: nil) }
    output.flush()
    if isInterrupted { end(.interrupted) }
    let isFailure = hasFailed || isCutOff || hasFailedSync || !lost.isEmpty
    end(isFailure ? .failure : isUnsettled ? .unsettled : .success)
  }

  /// Waits for effects. Returns false if they did not settle in time.
  private func settle() -> Bool { wait { !self.driver.host.isSettled && !self.hasGivenUp } }

  /// Waits until the log has confirmed the shared actions that an error left, so that other hosts have them.
  private func awaitLog() {
    _ = wait {
      guard let log = self.driver.host.sharedLog, log.unconfirmed != nil else { return false }
      return log.phase != .stopped && log.phase != .disconnected
    }
  }

  /// Runs effects until the condition is false or the user interrupts. Returns false if the time limit ends first.
  private func wait(while isWaiting: () -> Bool) -> Bool {
    let (activity, host) = (driver.activity, driver.host)
    let end = DispatchTime.now() + options.settle
    // The wait is divided into short runs, so that Ctrl-C and a failing effect can end it.
    while isWaiting(), !isInterrupted {
      let left = Double(end.uptimeNanoseconds) / 1e9 - Double(DispatchTime.now().uptimeNanoseconds) / 1e9
      if left <= 0 { return false }
      _ = activity.during { host.settle(timeout: min(left, 0.05)) }
      output.flush()
    }
    return true
  }

  private func end(_ code: ExitCode) -> Never {
    driver.host.stop()
    driver.host.waitForEngines(seconds: 2)
    output.end(with: code)
  }
}
