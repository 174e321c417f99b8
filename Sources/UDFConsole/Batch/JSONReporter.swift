import UDFHost

/// Batch with `--json`: everything on standard output, one object a line.
@MainActor
final class JSONReporter: Reporter {
  private(set) var refusalCount = 0
  var trace = Trace.usual(effects: true)
  private let output: Output

  init(output: Output) { self.output = output }

  func report(_ result: CommandResult) {
    switch result {
    case .values(let values):
      for value in values { line { () throws(JSONRefusal) in try JSONLines.value(value) } }
    case .text(let text), .note(let text): report(.values([.string(text)]))
    case .commands: report(.values([.string(CommandTable.overview())]))
    case .screen(let lines):
      line { () throws(JSONRefusal) in try JSONLines.screen(lines.map { $0.text(.plain) }) }
    case .features(let features): report(.values([.list(features.map { .map($0.described) })]))
    case .feature(let feature): report(.values([.map(feature.described)]))
    case .flow(let flow): report(.values([.map(flow.described)]))
    case .services(let services): report(.values([.list(services.map { .map($0.described) })]))
    case .service(let service): report(.values([.map(service.described)]))
    case .action(let action, let answers):
      var described = action.described
      described["answers"] = .list(answers.map { .map($0.described) })
      report(.values([.map(described)]))
    case .watching(let places):
      for (path, value) in places { line { () throws(JSONRefusal) in try JSONLines.watch(path, new: value) } }
    case .watched(let change):
      line { () throws(JSONRefusal) in try JSONLines.watch(change.path, old: change.old, new: change.new) }
    case .costs(let costs):
      for cost in costs { line { () throws(JSONRefusal) in try JSONLines.cost(cost) } }
    case .file(let verb, let name): line { () throws(JSONRefusal) in try JSONLines.file(verb, name) }
    case .history(let records, _): for record in records { write(record) }
    case .difference(let changes, let after, let upTo):
      for change in changes {
        line { () throws(JSONRefusal) in try JSONLines.difference(change, after: after, upTo: upTo) }
      }
    case .blame(let blame): line { () throws(JSONRefusal) in try JSONLines.blame(blame) }
    case .moment(let action, let waiting):
      line { () throws(JSONRefusal) in try JSONLines.moment(action, waiting) }
    case .undone(let records), .redone(let records):
      report(.values([.list(records.map { .integer(Int64($0.n)) })]))
    case .replayed(let replay): line { () throws(JSONRefusal) in try JSONLines.replay(replay) }
    case .compared(let actions):
      for action in actions { line { () throws(JSONRefusal) in try JSONLines.replayed(action) } }
    }
    output.flush()
  }

  func report(_ error: HostError, action: Int?) {
    line { () throws(JSONRefusal) in try JSONLines.error(error, action: action) }
    output.flush()
  }

  func report(_ event: HostEvent) {
    switch event {
    case .action(let record): write(record)
    case .error(let error, let action): report(error, action: action)
    case .log(let level, let message, let fields):
      line { () throws(JSONRefusal) in try JSONLines.log(level: level, message: message, fields: fields) }
    case .print(let text):
      line { () throws(JSONRefusal) in try JSONLines.log(level: "print", message: text, fields: [:]) }
    case .reload(let reload):
      line { () throws(JSONRefusal) in try JSONLines.reload(reload) }
      if let error = reload.error { report(error, action: nil) }
    case .preview(let preview): line { () throws(JSONRefusal) in try JSONLines.preview(preview) }
    case .progress: break
    }
  }

  private func write(_ record: ActionRecord) {
    line { () throws(JSONRefusal) in try JSONLines.action(record) }
    for change in record.changes {
      line { () throws(JSONRefusal) in try JSONLines.change(change, of: record.n) }
    }
  }

  private func line(_ make: () throws(JSONRefusal) -> String) {
    do throws(JSONRefusal) {
      output.line(try make())
    } catch {
      refusalCount += 1
      report(HostError(code: "json", message: error.message), action: nil)
    }
  }
}
