import UDFHost

/// A session's results for a person: wrapped to the window, shortened, coloured.
@MainActor
final class TerminalReporter: Reporter {
  private let palette: Palette
  private let editor: LineEditor
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
      // One value leaves its beginning on the screen.
      let window = editor.window
      let values = ValueFormatter(width: window.columns, lineLimit: max(10, window.rows - 4))
      for value in results { editor.print(values.block(value)) }
    case .text(let text): printWrapped(text)
    case .note(let text): printWrapped(palette.dim(text))
    case .commands: printWrapped(CommandTable.overview(columns: editor.window.columns))
    case .screen(let lines): editor.print(lines.map { $0.text(palette) }.joined(separator: "\n"))
    case .features(let features): printWrapped(FeatureFormatter(palette: palette).summary(features))
    case .feature(let feature): printWrapped(FeatureFormatter(palette: palette).details(feature))
    case .syncs(let listings): printWrapped(SyncFormatter(palette: palette).summary(listings))
    case .sync(let listing):
      printWrapped(SyncFormatter(palette: palette, width: editor.window.columns).details(listing))
    case .flow(let flow): printWrapped(FlowFormatter(palette: palette).text(flow))
    case .services(let services): printWrapped(ServiceFormatter(palette: palette).summary(services))
    case .service(let service): printWrapped(ServiceFormatter(palette: palette).details(service))
    case .action(let action, let answers): printWrapped(AnswerFormatter(palette: palette).text(action, answers))
    case .watching(let places): for (path, value) in places { editor.print(watches.line(path, value)) }
    case .watched(let change): editor.print(watches.lines(change).joined(separator: "\n"))
    case .costs(let costs): editor.print(CostFormatter(palette: palette, width: editor.window.columns).text(costs))
    case .file(let verb, let name): editor.print(palette.dim("\(verb) \(name)"))
    case .loaded(let name, _): editor.print(palette.dim("loaded \(name)"))
    case .history(let records, let isFiltered):
      show(records.map { actions.summary($0) }, orElse: isFiltered ? "no such actions" : "no actions yet")
    case .difference(let changes, _, _): editor.print(history.difference(changes))
    case .blame(let blame): editor.print(history.blame(blame))
    case .moment(let action, let waiting): editor.print(history.moment(action, waiting))
    case .rebased(_, let report):
      let formatter = RebaseFormatter(palette: palette, width: editor.window.columns)
      show(formatter.lines(report), orElse: "nothing came after it")
    case .replayed(let replay): editor.print(replays.text(replay))
    case .compared(let actions): editor.print(replays.text(actions))
    }
  }

  func report(_ error: HostError, action: Int?) {
    // The terminal has echoed `^C` where the cursor stood.
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
    // The actions of the feature say it already.
    case .sync: break
    case .progress(let progress):
      if LineEditor.isDumb { break }
      // One column less, because some terminals go on to the next row when the last is written.
      let formatter = ProgressFormatter(palette: palette, width: editor.window.columns - 1)
      editor.status = progress.map(formatter.line)
    }
  }

  /// Text whose lines may be longer than the window is wide.
  private func printWrapped(_ text: String) {
    editor.print(Palette.wrapped(text, to: editor.window.columns))
  }

  private func show(_ lines: [String], orElse nothing: String) {
    editor.print(lines.isEmpty ? palette.dim(nothing) : lines.joined(separator: "\n"))
  }
}
