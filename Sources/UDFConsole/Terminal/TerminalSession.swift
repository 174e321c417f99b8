import Dispatch
import Platform
import UDFCommands
import UDFHost

/// An interactive session at a terminal: prompt, lines and signals until the user leaves.
///
/// The session exists until the process ends, so its closures may retain it.
@MainActor
final class TerminalSession {
  private static let continuation = "...> "

  private let driver: HostDriver
  private let palette: Palette
  private let editor = LineEditor()
  private let pane: ScreenPane
  private let interpreter: Interpreter
  private let reporter: TerminalReporter
  private let signals = SignalSources()
  private let history: HistoryFile
  /// At a past point the prompt contains the action's number: `udf #12> `.
  private var prompt: String { driver.host.pastAction.map { "udf #\($0)> " } ?? "udf> " }
  /// The lines of an incomplete chunk.
  private var chunk: [String] = []
  private var idleInterrupts = 0
  /// Whether the last entry was refused because leaving would have cancelled effects.
  private var hasWarned = false

  init(driver: HostDriver, palette: Palette) {
    self.driver = driver
    self.palette = palette
    let editor = editor
    pane = ScreenPane(driver.host, canBeShown: !TerminalWindow.isDumb)
    pane.window = editor.window
    driver.host.loader.errorColumns = editor.window.columns
    // Printed before the interpreter is created, because the interpreter at once reports everything since the start of
    // the app.
    editor.print(Palette.wrapped(Self.banner(driver.host), to: editor.window.columns))
    reporter = TerminalReporter(editor: editor, palette: palette)
    interpreter = Interpreter(host: driver.host, reporter: reporter, pane: pane, reportsPast: true)
    history = HistoryFile(name: driver.host.name) { editor.print(palette.dim($0)) }
  }

  func run() -> Never {
    history.load()
    let completer = Completer(source: SessionSource(host: driver.host, pane: pane))
    editor.complete = { completer.complete((self.chunk + [$0]).joined(separator: "\n")) }
    editor.onLine = { self.accept($0) }
    driver.afterTurn = { self.editor.panel = self.panel }
    listen()
    editor.start(prompt: prompt)
    driver.start()
    dispatchMain()
  }

  /// `shop · 3 features · 2 services · watching 5 files · :help`
  static func banner(_ host: AppHost) -> String {
    var facts = [host.name, host.features.count.of("feature")]
    let services = Set(host.features.flatMap(\.uses)).count
    if services > 0 { facts.append(services.of("service")) }
    if !host.watchedFiles.isEmpty { facts.append("watching \(host.watchedFiles.count.of("file"))") }
    return (facts + [":help"]).joined(separator: " · ")
  }

  private func accept(_ line: String?) {
    idleInterrupts = 0
    guard let line else {
      // Ctrl-D first discards an unfinished chunk, and then ends the session.
      editor.print("")
      if chunk.isEmpty { return quit() }
      return begin()
    }
    if chunk.isEmpty, reporter.hasPages {
      if Line(line) == .blank { return reporter.showPage() }
      reporter.endPages()
      if line == "q" { return }
    }
    // A pasted text arrives as one line.
    for entry in chunk.isEmpty ? Line.entries(of: line) : [line] { take(entry) }
  }

  private func take(_ entry: String) {
    chunk.append(entry)
    let text = chunk.joined(separator: "\n")
    // Evaluated before the line runs, because the line may change the screen.
    let isSecret = driver.activity.during { pane.isSecret(Line(text)) }
    let outcome = driver.activity.during { interpreter.run(text, name: "prompt") }
    driver.schedule()
    if outcome != .quit { hasWarned = false }
    switch outcome {
    case .incomplete: return editor.setPrompt(Self.continuation)
    case .quit:
      history.add(text)
      quit()
    case .done, .failed:
      // The secrets in the line are only known after it has run.
      if !isSecret, driver.host.hidden(text) == text { history.add(text) }
      begin()
    }
    editor.panel = panel
  }

  /// The screen above the prompt, if it is displayed. It is drawn again if it may have changed.
  private var panel: [String] {
    if !pane.isShown { return [] }
    return pane.isStale ? driver.activity.during { pane.panel() }.map { $0.text(palette) } : editor.panel
  }

  private func begin() {
    chunk = []
    editor.setPrompt(prompt)
  }

  /// Ends the session. Effects that this would cancel are named first, and only a second request cancels them.
  private func quit() {
    let running = driver.host.effectsUnderWay.filter { !$0.isBackground && !$0.isCancelled }
    if !running.isEmpty, !hasWarned {
      reporter.report(.text("\(running.count == 1 ? "an effect is" : "effects are") still running"))
      reporter.report(.effects(running))
      reporter.report(.note(":quit again leaves and cancels \(running.count == 1 ? "it" : "them")"))
      hasWarned = true
      return begin()
    }
    if let message = driver.host.sharedLog?.unconfirmed { reporter.report(.note(message)) }
    driver.host.stop()
    for error in driver.host.waitForEngines(seconds: 2) { reporter.report(error, action: nil) }
    editor.stop()
    exit(ExitCode.success.rawValue)
  }

  // MARK: Signals

  private func listen() {
    let activity = driver.activity
    signals.on(SIGINT) {
      if activity.interrupt() {
        // The first Ctrl-C did not stop the script.
        if activity.unansweredCount > 1 { EmergencyExit.end(.interrupted) }
        return
      }
      MainQueue.async { self.discardLine() }
    }
    signals.on(SIGTSTP) {
      // While a script runs, the terminal has the shell's settings.
      if activity.isRunning { kill(getpid(), SIGSTOP) } else { MainQueue.async { self.suspend() } }
    }
    signals.on(SIGCONT) { MainQueue.async { self.editor.resumeTerminal() } }
    signals.on(SIGWINCH) { MainQueue.async { self.resize() } }
    for number in [SIGTERM, SIGHUP, SIGQUIT] {
      signals.on(number) {
        // A running script is stopped, so that the terminal is always restored.
        activity.interrupt()
        MainQueue.async {
          self.editor.releaseTerminal()
          // This writes a test that is being recorded. The next signal stops a clean-up that takes long.
          activity.during { self.driver.host.stop() }
          exit(128 + number)
        }
      }
    }
  }

  private func discardLine() {
    editor.discardLine(prompt: prompt)
    chunk = []
    idleInterrupts += 1
    if idleInterrupts == 2 { editor.print(palette.dim("Ctrl-D or :quit leaves")) }
  }

  private func resize() {
    pane.window = editor.window
    driver.host.loader.errorColumns = editor.window.columns
    editor.resize(panel: panel)
  }

  private func suspend() {
    editor.releaseTerminal()
    kill(getpid(), SIGSTOP)
  }
}
