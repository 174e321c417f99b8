import UDFCommands
import UDFHost

/// Writes the JSON lines that pages receive.
@MainActor
struct FeedWriter {
  let host: AppHost
  /// The time of the host's clock at the beginning of 1970.
  let epoch: Double
  let limit: PageLimit

  /// Returns the items as lines; nil if the history no longer contains an action or if the lines are too long, so that
  /// the pages need ``everything()``.
  func lines(_ items: [EventFeed.Item]) -> [String]? {
    let count = items.reduce(0) { $0 + $1.actionCount }
    guard count <= host.configuration.historyLimit else { return nil }
    var records: [Int: ActionRecord] = [:]
    if count > 0 { for record in host.history(last: count) { records[record.n] = record } }
    let collector = LineCollector()
    let reporter = JSONReporter(output: collector, isVerbose: false)
    var hasActions = false
    for item in items {
      switch item {
      case .actions(let range):
        hasActions = true
        for n in range {
          guard let record = records[n], !record.undone else { return nil }
          write(record, to: collector)
        }
      case .event(.action(let record)): write(record, to: collector)
      case .event(.progress(let progress)): collector.line(JSONLines.progress(progress))
      case .event(let event):
        if event.replacesHistory || hasActions && event.rewritesHistory { return nil }
        reporter.report(event)
      }
    }
    let lines = collector.take()
    return PageLimit.size(of: lines) > limit.bytes ? nil : lines
  }

  /// Returns the newest events among the items, for pages that also receive ``everything()``, and how many lines were
  /// left out.
  func events(_ items: [EventFeed.Item]) -> (lines: [String], dropped: Int) {
    let collector = LineCollector()
    let reporter = JSONReporter(output: collector, isVerbose: false)
    for case .event(let event) in items {
      switch event {
      case .action(let record): write(record, to: collector)
      case .progress(let progress): collector.line(JSONLines.progress(progress))
      default: reporter.report(event)
      }
    }
    let lines = collector.take()
    var (first, bytes) = (lines.count, 0)
    while first > 0, bytes + lines[first - 1].utf8.count <= limit.eventBytes {
      first -= 1
      bytes += lines[first].utf8.count
    }
    return (Array(lines[first...]), first)
  }

  /// The lines with the shown state and the actions of the history.
  func everything() -> [String] {
    var lines: [String] = []
    var bytes = 0
    for record in host.history(last: host.configuration.historyLimit).reversed() {
      let line = JSONLines.history(record) { add(detailsOf: record, to: &$0) }
      bytes += line.utf8.count
      if bytes > limit.historyBytes { break }
      lines.append(line)
    }
    return state + lines.reversed()
  }

  /// The line with the shown state. A state that is too long is left out, and an error follows.
  private var state: [String] {
    do {
      let line = JSONLines.state(try host.liveState())
      guard let problem = limit.problem("the state", [line]) else { return [line] }
      return [JSONLines.omittedState, JSONLines.error(problem)]
    } catch {
      return [JSONLines.error(error as? HostError ?? HostError(code: "internal", message: "\(error)"))]
    }
  }

  private func write(_ record: ActionRecord, to lines: LineCollector) {
    lines.line(
      JSONLines.action(record) { fields in
        add(detailsOf: record, to: &fields)
        guard record.origin != .effect else { return }
        if let site = record.site { fields.add("site", .string(site)) }
        if let cause = record.cause { fields.add("cause", .integer(Int64(cause))) }
      })
    for change in record.changes { lines.line(JSONLines.change(change, of: record.n)) }
  }

  private func add(detailsOf record: ActionRecord, to fields: inout JSONLines.Fields) {
    if !record.stamped.isEmpty { fields.add("stamped", .list(record.stamped.map(Value.string))) }
    guard record.time > 0 else { return }
    fields.add("time", .number(record.time - epoch))
    fields.add("seconds", .number(record.duration))
  }
}

extension EventFeed.Item {
  fileprivate var actionCount: Int { if case .actions(let range) = self { range.count } else { 0 } }
}

extension HostEvent {
  /// Whether the event replaces the whole history.
  fileprivate var replacesHistory: Bool {
    switch self {
    case .load: true
    case .reload(let report): report.stateReset || report.historyCleared
    default: false
    }
  }

  /// Whether the event may change the recorded changes of earlier actions.
  fileprivate var rewritesHistory: Bool { if case .rebase = self { true } else { false } }
}
