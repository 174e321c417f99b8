import Dispatch
import Platform
import UDFHost

/// Runs what `-e`, `-f` or a pipe gives, in order, and ends the process with the code that tells how it went.
///
/// It lives as long as the process, so what it hands out holds on to it.
@MainActor
final class BatchRunner {
  private let driver: HostDriver
  private let interpreter: Interpreter
  private let reporter: any Reporter
  private let output: Output
  private let options: ConsoleOptions
  private let signals = SignalSources()
  private var pieces: ArraySlice<ConsoleOptions.Piece>
  /// Lines from standard input that do not make a whole chunk yet, and where they begin.
  private var chunk = ""
  private var chunkLine = 1
  private var lineNumber = 0
  /// Whether effects did not settle in time.
  private var isUnsettled = false

  init(driver: HostDriver, reporter: any Reporter, output: Output, options: ConsoleOptions) {
    self.driver = driver
    self.reporter = reporter
    self.output = output
    self.options = options
    interpreter = Interpreter(driver: driver, reporter: reporter, pane: ScreenPane(driver.host))
    pieces = options.pieces.isEmpty ? [.file("-")] : options.pieces[...]
  }

  func run() -> Never {
    output.codeWhenUnread = { self.hasFailed ? .failure : .success }
    listen()
    driver.afterTurn = { self.checkBackground() }
    driver.start()
    runPieces()
    dispatchMain()
  }

  private var hasFailed: Bool { interpreter.failureCount > 0 }
  /// What is left would run for nobody.
  private var hasGivenUp: Bool { hasFailed && !options.keepGoing }
  private var isInterrupted: Bool { driver.activity.interruptionCount > 0 }

  private func listen() {
    let activity = driver.activity
    signals.on(SIGINT) {
      activity.interrupt()
      // Whoever presses Ctrl-C again does not want to wait for anything.
      if activity.interruptionCount > 1 { _exit(ExitCode.interrupted.rawValue) }
      MainQueue.async { self.end(.interrupted) }
      Self.keepStopping(activity)
    }
  }

  /// A Ctrl-C between two scripts finds none to stop, and the second may run for ever before the end gets its turn.
  private nonisolated static func keepStopping(_ activity: Activity) {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) {
      activity.stop()
      keepStopping(activity)
    }
  }

  private func runPieces() {
    while let piece = pieces.popFirst() {
      if piece != .file("-") { awaitEffects() }
      switch piece {
      case .expression(let text):
        settleOutcome(interpreter.run(text, name: "-e"), name: "-e")
      case .file("-"):
        // The rest follows when standard input has ended.
        StandardInput().read { self.consume($0) }
        return
      case .file(let path):
        runFile(path)
      }
    }
    if !options.keepAlive { finish() }
  }

  private func runFile(_ path: String) {
    do throws(HostError) {
      settleOutcome(interpreter.run(file: try SourceFile.read(path), name: path), name: path)
    } catch {
      reporter.report(error, action: nil)
      end(.usage)
    }
  }

  private func consume(_ line: String?) {
    guard let line else {
      if !chunk.isEmpty { settleOutcome(.incomplete, name: "stdin", line: chunkLine) }
      return runPieces()
    }
    lineNumber += 1
    if chunk.isEmpty { chunkLine = lineNumber }
    chunk += chunk.isEmpty ? line : "\n" + line
    if lineNumber == 1 { chunk = String(decoding: ByteOrderMark.removed(from: Array(chunk.utf8)), as: UTF8.self) }
    awaitEffects()
    let outcome = interpreter.run(chunk, name: "stdin", line: chunkLine)
    if outcome == .incomplete { return }
    chunk = ""
    settleOutcome(outcome, name: "stdin")
  }

  /// Goes on or ends after a piece of input.
  private func settleOutcome(_ outcome: Outcome, name: String, line: Int = 1) {
    if outcome == .incomplete { interpreter.reportUnfinished(name: name, line: line) }
    output.flush()
    if isInterrupted { end(.interrupted) }
    if outcome == .quit { finish() }
    driver.turn()
  }

  /// Waits until the effects of the app's start and of the input before have settled, as a person at the prompt waits. At a past
  /// point they are held until the host returns to the present.
  private func awaitEffects() {
    guard options.settle > 0, driver.host.pastAction == nil, !driver.host.isSettled else { return }
    if !settle() {
      reportUnsettled("They go on while the next lines run, and are cancelled at the end.")
      driver.host.stopAwaiting()
    }
    if isInterrupted { end(.interrupted) }
    checkBackground()
  }

  private func reportUnsettled(_ outcome: String) {
    isUnsettled = true
    let names = driver.host.unsettled
    reporter.report(
      HostError(
        code: "unsettled",
        message: """
          effects were still running after \(ElapsedTime.seconds(options.settle))\(names.isEmpty ? "" : ": \(names)")
            \(outcome)
            To fix this, wait longer with --settle SECONDS, or mark effects that never end with udf.background.
          """), action: nil)
  }

  /// An effect may have failed, in the background or between two pieces.
  private func checkBackground() {
    output.flush()
    if hasGivenUp { end(.failure) }
  }

  /// Waits for effects and ends.
  private func finish() -> Never {
    // What was held at a past point runs too.
    try? driver.host.returnToLive()
    if !settle(), !isInterrupted { reportUnsettled("They were cancelled; the state is as they left it.") }
    driver.host.stop()
    driver.host.waitForEngines(seconds: 2)
    output.flush()
    if isInterrupted { end(.interrupted) }
    end(hasFailed ? .failure : isUnsettled ? .unsettled : .success)
  }

  /// False if the time was not enough.
  private func settle() -> Bool {
    let activity = driver.activity
    let host = driver.host
    let end = DispatchTime.now() + options.settle
    // In slices, so that Ctrl-C and a failing effect end the wait.
    while !host.isSettled, !isInterrupted, !hasGivenUp {
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
