import UDFHost

/// A session's results for a person: wrapped to the window, shortened, coloured.
@MainActor
final class TerminalReporter: Reporter {
  private let palette: Palette
  private let editor: LineEditor

  init(editor: LineEditor, palette: Palette) {
    self.editor = editor
    self.palette = palette
  }

  private var actions: ActionFormatter { ActionFormatter(palette: palette, width: editor.window.columns) }

  func report(_ result: CommandResult) {
    switch result {
    case .values(let results):
      // One value leaves its beginning on the screen.
      let window = editor.window
      let values = ValueFormatter(width: window.columns, lineLimit: max(10, window.rows - 4))
      for value in results { editor.print(values.block(value)) }
    case .text(let text): editor.print(text)
    case .screen(let lines): editor.print(lines.map { $0.text(palette) }.joined(separator: "\n"))
    case .features(let features): editor.print(FeatureFormatter(palette: palette).summary(features))
    case .feature(let feature): editor.print(FeatureFormatter(palette: palette).details(feature))
    case .flow(let flow): editor.print(FlowFormatter(palette: palette).text(flow))
    case .services(let services): editor.print(ServiceFormatter(palette: palette).summary(services))
    case .service(let service): editor.print(ServiceFormatter(palette: palette).details(service))
    case .history(let records): show(records, mark: "", orElse: "no actions yet")
    case .undone(let records): show(records, mark: "↶ ", orElse: "nothing was taken back")
    case .redone(let records): show(records, mark: "↷ ", orElse: "nothing was done again")
    }
  }

  func report(_ error: HostError, action: Int?) {
    // The terminal has echoed `^C` where the cursor stood.
    let start = error.code == "cancelled" && !editor.isEditing ? "\n" : ""
    editor.print(start + ErrorFormatter(palette: palette).text(error))
  }

  func report(_ event: HostEvent) {
    switch event {
    case .action(let record):
      let lines = actions.lines(record)
      if !lines.isEmpty { editor.print(lines.joined(separator: "\n")) }
    case .error(let error, let action): report(error, action: action)
    case .log("trace", _, _): break
    case .log(let level, let message, let fields):
      editor.print(LogFormatter(palette: palette).text(level: level, message: message, fields: fields))
    case .print(let text): editor.print(text)
    case .reload(let report): editor.print(ReloadFormatter(palette: palette).text(report))
    case .progress(let progress):
      if LineEditor.isDumb { break }
      // One column less, because some terminals go on to the next row when the last is written.
      let formatter = ProgressFormatter(palette: palette, width: editor.window.columns - 1)
      editor.status = progress.map(formatter.line)
    }
  }

  private func show(_ records: [ActionRecord], mark: String, orElse nothing: String) {
    if records.isEmpty { return editor.print(palette.dim(nothing)) }
    editor.print(records.map { mark + actions.summary($0) }.joined(separator: "\n"))
  }
}
