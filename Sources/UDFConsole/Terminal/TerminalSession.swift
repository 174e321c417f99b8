import Dispatch
import Platform
import UDFHost

/// A person at a terminal: prompt, lines, signals, until they leave.
///
/// It lives as long as the process, so what it hands out holds on to it.
@MainActor
final class TerminalSession {
  private static let continuation = "...> "

  private let driver: HostDriver
  private let palette: Palette
  private let editor = LineEditor()
  private let pane: ScreenPane
  private let interpreter: Interpreter
  private let signals = SignalSources()
  private let history: HistoryFile
  /// With the action, at a past point: `udf #12> `.
  private var prompt: String { driver.host.pastAction.map { "udf #\($0)> " } ?? "udf> " }
  /// The lines of a chunk that is not complete yet.
  private var chunk: [String] = []
  private var idleInterrupts = 0

  init(driver: HostDriver, palette: Palette) {
    self.driver = driver
    self.palette = palette
    let editor = editor
    pane = ScreenPane(driver.host, canBeShown: !LineEditor.isDumb)
    pane.window = editor.window
    driver.host.loader.errorColumns = editor.window.columns
    // Above what the interpreter is told at once: all that has happened since the app was started.
    editor.print(Palette.wrapped(Self.banner(driver.host), to: editor.window.columns))
    interpreter = Interpreter(
      driver: driver, reporter: TerminalReporter(editor: editor, palette: palette), pane: pane)
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
      // Ctrl-D leaves an unfinished chunk first, then the session.
      if chunk.isEmpty { leave() }
      editor.print("")
      return begin()
    }
    // What is pasted comes as one.
    for entry in chunk.isEmpty ? Line.entries(of: line) : [line] { take(entry) }
  }

  private func take(_ entry: String) {
    chunk.append(entry)
    let text = chunk.joined(separator: "\n")
    // Before it runs: afterwards another screen may be there.
    let isSecret = driver.activity.during { pane.isSecret(Line(text)) }
    switch interpreter.run(text, name: "prompt") {
    case .incomplete: return editor.setPrompt(Self.continuation)
    case .quit:
      history.add(text)
      leave(newline: false)
    case .done, .failed:
      if !isSecret { history.add(text) }
      begin()
    }
    editor.panel = panel
  }

  /// The screen, if it is to stand above the prompt; drawn anew if it may have changed.
  private var panel: [String] {
    if !pane.isShown { return [] }
    return pane.isStale ? driver.activity.during { pane.panel() }.map { $0.text(palette) } : editor.panel
  }

  private func begin() {
    chunk = []
    editor.setPrompt(prompt)
  }

  private func leave(newline: Bool = true) -> Never {
    if newline { editor.print("") }
    driver.host.stop()
    driver.host.waitForEngines(seconds: 2)
    editor.stop()
    exit(ExitCode.success.rawValue)
  }

  // MARK: Signals

  private func listen() {
    let activity = driver.activity
    signals.on(SIGINT) {
      guard !activity.interrupt() else { return }
      MainQueue.async { self.discardLine() }
    }
    signals.on(SIGTSTP) {
      // While a script runs the terminal is as the shell left it.
      if activity.isRunning { kill(getpid(), SIGSTOP) } else { MainQueue.async { self.suspend() } }
    }
    signals.on(SIGCONT) { MainQueue.async { self.editor.resumeTerminal() } }
    signals.on(SIGWINCH) { MainQueue.async { self.resize() } }
    for number in [SIGTERM, SIGHUP] {
      signals.on(number) {
        // A script that runs gives way, so that the terminal is always given back.
        activity.interrupt()
        MainQueue.async {
          self.editor.releaseTerminal()
          // A test that is being recorded is written. What cleans up for long is stopped by the next signal.
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
