import UDFCommands
import UDFHost

/// Reports batch results without `--json`: values and `print` go to standard output, one a line; everything else to
/// standard error.
@MainActor
final class TextReporter: Reporter {
  private let output: Output
  private let diagnostics: Output
  private let palette: Palette
  private let isVerbose: Bool
  var trace: Trace
  private let values = ValueFormatter()
  /// Formats the actions that `-v` reports, with values shortened for people.
  private var actions: ActionFormatter { ActionFormatter(palette: palette, width: nil, values: .bounded) }
  private let history = HistoryFormatter(width: nil)
  private let watches = WatchFormatter(width: nil, changeLimit: nil)

  init(output: Output, diagnostics: Output, palette: Palette, isVerbose: Bool) {
    self.output = output
    self.diagnostics = diagnostics
    self.palette = palette
    self.isVerbose = isVerbose
    trace = .usual(actions: isVerbose, effects: isVerbose)
  }

  func report(_ result: CommandResult) {
    switch result {
    case .values(let results):
      for value in results { write(value) }
    case .whole(let results):
      for value in results { output.line(values.whole(value)) }
    case .text(let text), .note(let text):
      output.line(text)
    case .commands:
      output.line(CommandTable.overview())
    case .screen(let lines):
      for line in lines { output.line(line.text(.plain)) }
    case .features(let features):
      output.line(FeatureFormatter().summary(features))
    case .feature(let feature):
      output.line(FeatureFormatter().details(feature))
    case .shared(let info): output.line(SharedFormatter().text(info))
    case .syncs(let listings): output.line(SyncFormatter().summary(listings))
    case .sync(let listing): output.line(SyncFormatter(width: nil).details(listing))
    case .flow(let flow):
      output.line(FlowFormatter().text(flow))
    case .services(let services):
      output.line(ServiceFormatter().summary(services))
    case .service(let service):
      output.line(ServiceFormatter().details(service))
    case .action(let action, let answers):
      output.line(AnswerFormatter().text(action, answers))
    case .watching(let places):
      for (path, value) in places { output.line(watches.line(path, value)) }
    case .watched(let change):
      for line in watches.lines(change) { output.line(line) }
    case .costs(let costs):
      output.line(CostFormatter(width: nil).text(costs))
    case .spans(_, let spans): output.line(CostFormatter(width: nil).text(spans))
    case .history(let records, _):
      for record in records { output.line(ActionFormatter(width: nil).summary(record)) }
    case .details(let details): output.line(ActionDetailsFormatter(width: nil).text(details))
    case .effects(let effects):
      for line in EffectFormatter().lines(effects) { output.line(line) }
    case .cancelled(let effect): if isVerbose { diagnose("cancelled \(effect.name)") }
    case .file(let verb, let name):
      if isVerbose { diagnose("\(verb) \(name)") }
    case .difference(let changes, _, _): output.line(history.difference(changes))
    case .blame(let blame): output.line(history.blame(blame))
    case .replayed(let replay): diagnose(ReplayFormatter(palette: palette, width: nil).text(replay))
    case .compared(let actions): output.line(ReplayFormatter(width: nil).text(actions))
    }
    output.flush()
  }

  func report(_ error: HostError, action: Int?) {
    diagnose(ErrorFormatter(palette: palette, showsTraceback: isVerbose).text(error))
  }

  func report(_ event: HostEvent) {
    switch event {
    case .action(let record):
      for line in actions.lines(record) { diagnose(line) }
    case .error(let error, let action):
      report(error, action: action)
    case .log(let level, let message, let fields):
      diagnose(LogFormatter(palette: palette).text(level: level, message: message, fields: fields))
    case .print(let text):
      output.line(text)
    case .reload(let report):
      if isVerbose || !report.ok { diagnose(ReloadFormatter(palette: palette).text(report)) }
    case .preview(let preview):
      if isVerbose { diagnose(ReplayFormatter(palette: palette).text(preview)) }
    case .rebase(let command, let report):
      let formatter = RebaseFormatter(palette: palette, width: nil, values: .bounded)
      for line in isVerbose ? formatter.lines(report, of: command) : formatter.refusals(report) { diagnose(line) }
    case .moment(let action, let waiting): if isVerbose { diagnose(history.moment(action, waiting)) }
    case .load(let file, _): if isVerbose { diagnose("loaded \(file)") }
    case .sync(let report): diagnose(SyncReportFormatter(palette: palette).line(report))
    case .confirmed, .progress: break
    }
  }

  /// Strings are written without quotes, so that a pipe gets the text and not Lua source.
  private func write(_ value: Value) {
    switch value {
    case .string(let text): output.line(text)
    case .bytes(let bytes): output.line(Secret.shown(bytes))
    default: output.line(values.line(value))
    }
  }

  private func diagnose(_ text: String) {
    // If both streams have the same target, this keeps the lines in their order.
    output.flush()
    diagnostics.line(text)
    diagnostics.flush()
  }
}
