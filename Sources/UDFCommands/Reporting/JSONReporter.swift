import UDFHost

/// Reports everything as JSON, one object a line.
@MainActor
package final class JSONReporter: Reporter {
  package var trace = Trace.usual(effects: true)
  private let output: any LineOutput
  private let isVerbose: Bool
  private var line = 0

  package init(output: any LineOutput, isVerbose: Bool) {
    self.output = output
    self.isVerbose = isVerbose
  }

  package func begin(_ host: AppHost) {
    let first = host.history.first?.n ?? 1
    guard let state = try? host.state(after: first - 1) else { return }
    output.line(JSONLines.state(state))
  }

  package func begin(line: Int) { self.line = line }

  package func report(_ result: CommandResult) {
    switch result {
    case .values(let values):
      for (index, value) in values.enumerated() {
        output.line(JSONLines.value(value, line: line, index: index + 1))
      }
    case .whole(let values): report(.values(values))
    case .text(let text), .note(let text): report(.values([.string(text)]))
    case .commands: report(.values([.string(CommandTable.overview())]))
    case .screen(let lines):
      output.line(JSONLines.screen(lines.map { $0.text(.plain) }))
    case .features(let features): report(.values([.list(features.map { .map($0.described) })]))
    case .feature(let feature): report(.values([.map(feature.described)]))
    case .shared(let info): report(.values([.map(info.described)]))
    case .syncs(let listings): report(.values([.list(listings.map { .map($0.described) })]))
    case .sync(let listing): report(.values([.map(listing.described)]))
    case .flow(let flow): report(.values([.map(flow.described)]))
    case .services(let services): report(.values([.list(services.map { .map($0.described) })]))
    case .service(let service): report(.values([.map(service.described)]))
    case .action(let action, let answers):
      var described = action.described
      described["answers"] = .list(answers.map { .map($0.described) })
      report(.values([.map(described)]))
    case .watching(let places):
      for (path, value) in places { output.line(JSONLines.watch(path, new: value)) }
    case .watched(let change):
      output.line(JSONLines.watch(change.path, old: change.old, new: change.new))
    case .costs(let costs):
      for cost in costs { output.line(JSONLines.cost(cost)) }
    case .spans(let n, let spans):
      for span in spans { output.line(JSONLines.span(span, of: n, since: spans[0].start)) }
    case .file(let verb, let name): output.line(JSONLines.file(verb, name))
    case .history(let records, _): for record in records { output.line(JSONLines.history(record)) }
    case .details(let details): output.line(JSONLines.details(details))
    case .effects(let effects): for effect in effects { output.line(JSONLines.effect(effect)) }
    case .cancelled(let effect): output.line(JSONLines.effect(effect))
    case .difference(let changes, let after, let upTo):
      for change in changes {
        output.line(JSONLines.difference(change, after: after, upTo: upTo))
      }
    case .blame(let blame): output.line(JSONLines.blame(blame))
    case .replayed(let replay):
      output.line(JSONLines.replay(replay))
      for change in replay.changes { output.line(JSONLines.change(change, ofRebase: replay.first)) }
    case .compared(let actions):
      for action in actions { output.line(JSONLines.replayed(action)) }
    }
    output.flush()
  }

  package func report(_ error: HostError, action: Int?) {
    output.line(JSONLines.error(error, action: action, showsTraceback: isVerbose))
    output.flush()
  }

  package func report(_ event: HostEvent) {
    switch event {
    case .action(let record): write(record)
    case .error(let error, let action): report(error, action: action)
    case .log(let level, let message, let fields):
      output.line(JSONLines.log(level: level, message: message, fields: fields))
    case .print(let text):
      output.line(JSONLines.log(level: "print", message: text, fields: [:]))
    case .reload(let reload):
      output.line(JSONLines.reload(reload))
      for change in reload.changes { output.line(JSONLines.change(change)) }
      if let error = reload.error { report(error, action: nil) }
    case .preview(let preview): output.line(JSONLines.preview(preview))
    case .rebase(let command, let report):
      for line in JSONLines.rebase(command, report) { output.line(line) }
    case .confirmed(let action, let position): output.line(JSONLines.confirmed(action, at: position))
    case .moment(let action, let waiting): output.line(JSONLines.moment(action, waiting))
    case .load(let file, let changes):
      output.line(JSONLines.file("loaded", file))
      for change in changes { output.line(JSONLines.change(change)) }
    case .sync(let report): output.line(JSONLines.sync(report))
    case .progress: break
    }
  }

  private func write(_ record: ActionRecord) {
    output.line(JSONLines.action(record))
    for change in record.changes { output.line(JSONLines.change(change, of: record.n)) }
  }
}
