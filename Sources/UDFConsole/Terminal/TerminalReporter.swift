import UDFCommands
import UDFHost

/// Prints a session's results for a person: wrapped to the window, shortened, coloured.
@MainActor
final class TerminalReporter: Reporter {
  private let palette: Palette
  private let editor: LineEditor
  /// The lines of a long value that were not shown yet.
  private var pages: ArraySlice<String> = []
  var trace = Trace.usual(effects: false, upkeep: false)

  init(editor: LineEditor, palette: Palette) {
    self.editor = editor
    self.palette = palette
  }

  private var actions: ActionFormatter { ActionFormatter(palette: palette, width: editor.window.columns) }

  private var watches: WatchFormatter { WatchFormatter(palette: palette, width: editor.window.columns) }
  private var replays: ReplayFormatter { ReplayFormatter(palette: palette, width: editor.window.columns) }
  private var history: HistoryFormatter { HistoryFormatter(palette: palette, width: editor.window.columns) }

  func report(_ result: CommandResult) {
    switch result {
    case .values(let results):
      // A single value is limited to the window, so that its first lines stay visible.
      let window = editor.window
      let values = ValueFormatter(width: window.columns, lineLimit: max(10, window.rows - 4))
      for value in results { editor.print(values.block(value)) }
    case .whole(let results):
      let values = ValueFormatter(width: editor.window.columns)
      startPages(of: results.map { values.whole($0) }.joined(separator: "\n"))
    case .text(let text): printWrapped(text)
    case .note(let text): printWrapped(palette.dim(text))
    case .commands:
      startWrappedPages(of: CommandTable.overview(columns: editor.window.columns))
    case .screen(let lines): editor.print(lines.map { $0.text(palette) }.joined(separator: "\n"))
    case .features(let features): printWrapped(FeatureFormatter(palette: palette).summary(features))
    case .feature(let feature): printWrapped(FeatureFormatter(palette: palette).details(feature))
    case .syncs(let listings): printWrapped(SyncFormatter(palette: palette).summary(listings))
    case .shared(let info): printWrapped(SharedFormatter(palette: palette).text(info))
    case .sync(let listing):
      printWrapped(SyncFormatter(palette: palette, width: editor.window.columns).details(listing))
    case .flow(let flow): printWrapped(FlowFormatter(palette: palette).text(flow))
    case .services(let services): printWrapped(ServiceFormatter(palette: palette).summary(services))
    case .service(let service): printWrapped(ServiceFormatter(palette: palette).details(service))
    case .action(let action, let answers): printWrapped(AnswerFormatter(palette: palette).text(action, answers))
    case .watching(let places): for (path, value) in places { editor.print(watches.line(path, value)) }
    case .watched(let change): editor.print(watches.lines(change).joined(separator: "\n"))
    case .costs(let costs): editor.print(CostFormatter(palette: palette, width: editor.window.columns).text(costs))
    case .spans(_, let spans): editor.print(CostFormatter(palette: palette, width: editor.window.columns).text(spans))
    case .file(let verb, let name): editor.print(palette.dim("\(verb) \(name)"))
    case .history(let records, let isFiltered):
      show(records.map { actions.summary($0) }, orElse: isFiltered ? "no such actions" : "the history has no actions")
    case .details(let details):
      startWrappedPages(of: ActionDetailsFormatter(palette: palette, width: editor.window.columns).text(details))
    case .effects(let effects):
      // In a narrow window each effect uses two rows.
      let (columns, rows) = editor.window
      let formatter = EffectFormatter(palette: palette, limit: max(5, (rows - 4) / (columns < 80 ? 2 : 1)))
      for line in formatter.lines(effects) { printWrapped(line) }
    case .cancelled(let effect): editor.print(palette.dim("cancelled \(effect.name)"))
    case .difference(let changes, _, _): editor.print(history.difference(changes))
    case .blame(let blame): printWrapped(history.blame(blame))
    case .replayed(let replay): editor.print(replays.text(replay))
    case .compared(let actions): editor.print(replays.text(actions))
    }
  }

  /// Whether more lines of a long value are left. Any line but an empty one discards them.
  var hasPages: Bool { !pages.isEmpty }

  func endPages() { pages = [] }

  private func startWrappedPages(of text: String) { startPages(of: Palette.wrapped(text, to: editor.window.columns)) }

  private func startPages(of text: String) {
    let columns = editor.window.columns
    pages =
      text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { Palette.fits(String($0), in: columns) ? [String($0)] : $0.inRows(of: columns) }[...]
    showPage()
  }

  /// Prints as many lines as fit into the window.
  func showPage() {
    let page = pages.prefix(max(1, editor.window.rows - 2))
    pages = pages.dropFirst(page.count)
    let rest = pages.isEmpty ? [] : [palette.dim("… \(pages.count.of("more line")) · Return shows more")]
    editor.print((page + rest).joined(separator: "\n"))
  }

  func report(_ error: HostError, action: Int?) {
    // The terminal has echoed `^C` at the cursor.
    let start = error.code == "cancelled" && !editor.isEditing ? "\n" : ""
    printWrapped(start + ErrorFormatter(palette: palette).text(error))
  }

  func report(_ event: HostEvent) {
    switch event {
    case .action(let record):
      let lines = actions.lines(record)
      if !lines.isEmpty { editor.print(lines.joined(separator: "\n")) }
    case .error(let error, let action): report(error, action: action)
    case .log(let level, let message, let fields):
      printWrapped(LogFormatter(palette: palette).text(level: level, message: message, fields: fields))
    case .print(let text): editor.print(text)
    case .reload(let report):
      printWrapped(ReloadFormatter(palette: palette, width: editor.window.columns).text(report))
    case .preview(let preview): printWrapped(replays.text(preview))
    case .rebase(let command, let report):
      let formatter = RebaseFormatter(palette: palette, width: editor.window.columns)
      show(formatter.lines(report, of: command), orElse: "nothing came after it")
    case .moment(let action, let waiting): editor.print(history.moment(action, waiting))
    case .load(let file, _): editor.print(palette.dim("loaded \(file) · :undo does not go back past it"))
    case .sync(let report):
      // The line of the action `failed` is shortened to the window, and does not explain how to continue after a halt.
      let line = SyncReportFormatter(palette: palette).line(report)
      let isShown = report.problem == nil || !report.isHalted && Palette.fits(line, in: editor.window.columns - 50)
      if !isShown { printWrapped(line) }
    case .confirmed: break
    case .progress(let progress):
      if TerminalWindow.isDumb { break }
      // One column stays free, because some terminals move to the next row after the last column.
      let formatter = ProgressFormatter(palette: palette, width: editor.window.columns - 1)
      editor.status = progress.map(formatter.line)
    }
  }

  /// Prints text, and wraps lines that are wider than the window.
  private func printWrapped(_ text: String) {
    editor.print(Palette.wrapped(text, to: editor.window.columns))
  }

  private func show(_ lines: [String], orElse nothing: String) {
    editor.print(lines.isEmpty ? palette.dim(nothing) : lines.joined(separator: "\n"))
  }
}
