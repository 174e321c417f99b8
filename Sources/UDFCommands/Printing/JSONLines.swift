import UDFHost
import UDFServices
import UDFTooling

/// The objects of `--json`, one a line. Keys without a value are left out. Values are written exactly, as in a saved
/// state, so every value can be written.
package enum JSONLines {
  /// - Parameter more: adds further fields.
  package static func action(_ record: ActionRecord, _ more: (inout Fields) -> Void = { _ in }) -> String {
    object("action") { fields in
      fields.add("n", .integer(Int64(record.n)))
      fields.add("type", .string(record.type))
      fields.add("fields", .map(record.fields))
      fields.add("origin", .string(record.origin.rawValue))
      fields.add("status", .string(record.status.rawValue))
      if let refusal = record.refusal { fields.add("reason", .string(refusal)) }
      if let event = record.event { fields.add("event", .string(event)) }
      fields.add(record.shared)
      more(&fields)
      // The line number of an action from the prompt adds no information.
      guard record.origin == .effect else { return }
      if let site = record.site { fields.add("site", .string(site)) }
      if let cause = record.cause { fields.add("cause", .integer(Int64(cause))) }
    }
  }

  /// The whole state. The changes in the following lines apply to it.
  package static func state(_ state: Value) -> String { object("state") { $0.add("value", state) } }

  /// The line of a state that is too long to be sent.
  package static var omittedState: String {
    object("state") { fields in
      fields.add("value", .map([:]))
      fields.add("omitted", true)
    }
  }

  /// An action of the history, with its changes.
  /// - Parameter more: adds further fields.
  package static func history(_ record: ActionRecord, _ more: (inout Fields) -> Void = { _ in }) -> String {
    object("history") { fields in
      fields.add("n", .integer(Int64(record.n)))
      fields.add("type", .string(record.type))
      fields.add("fields", .map(record.fields))
      fields.add("origin", .string(record.origin.rawValue))
      fields.add("status", .string(record.status.rawValue))
      if let cause = record.cause { fields.add("cause", .integer(Int64(cause))) }
      if record.undone { fields.add("undone", true) }
      fields.add(record.shared)
      fields.add("changes", .list(record.changes.map(described)))
      more(&fields)
    }
  }

  /// The shown progress; an object without members if no progress is shown any more.
  package static func progress(_ progress: EffectProgress?) -> String {
    object("progress") { fields in
      guard let progress else { return }
      fields.add("label", .string(progress.label))
      fields.add("done", .number(progress.done))
      fields.add("total", .number(progress.total))
    }
  }

  package static func change(_ change: Change, of n: Int) -> String {
    object("change") { fields in
      fields.add("n", .integer(Int64(n)))
      fields.add(change)
    }
  }

  /// A change between the states after two actions.
  package static func difference(_ change: Change, after: Int, upTo: Int?) -> String {
    object("diff") { fields in
      fields.add("after", .integer(Int64(after)))
      if let upTo { fields.add("upTo", .integer(Int64(upTo))) }
      fields.add(change)
    }
  }

  package static func confirmed(_ action: Int, at position: Int64) -> String {
    object("confirmed") { fields in
      fields.add("n", .integer(Int64(action)))
      fields.add("position", .integer(position))
    }
  }

  package static func moment(_ action: Int?, _ waiting: WaitingEvents) -> String {
    object("at") { fields in
      if let action { fields.add("n", .integer(Int64(action))) }
      fields.add("live", .boolean(action == nil))
      fields.add(
        "waiting",
        [
          "effects": .integer(Int64(waiting.effects)), "messages": .integer(Int64(waiting.messages)),
          "deliveries": .integer(Int64(waiting.deliveries)), "files": .integer(Int64(waiting.files)),
        ])
    }
  }

  package static func blame(_ blame: Blame) -> String {
    object("blame") { fields in
      fields.add("path", .list(blame.path.keys.map(value)))
      fields.add("value", blame.value)
      guard let action = blame.action else { return fields.add("initial", .boolean(blame.isWholeHistory)) }
      fields.add("n", .integer(Int64(action.n)))
      fields.add("type", .string(action.type))
      fields.add("origin", .string(action.origin.rawValue))
      if let written = blame.written { fields.add("written", .list(written.keys.map(value))) }
      if let site = blame.site { fields.add("by", .string(site)) }
      if let native = blame.native { fields.add("native", .string(native)) }
      if let site = action.site { fields.add("from", .string(site)) }
      if let event = action.event { fields.add("event", .string(event)) }
      if let cause = action.cause { fields.add("cause", .integer(Int64(cause))) }
      if let age = blame.age { fields.add("age", .number(age)) }
    }
  }

  package static func watch(_ path: Path, old: Value = .none, new: Value) -> String {
    object("watch") { fields in
      fields.add("path", .list(path.keys.map(value)))
      if old != .none { fields.add("old", old) }
      if new != .none { fields.add("new", new) }
    }
  }

  static func cost(_ cost: Cost) -> String {
    object("cost") { fields in
      fields.add("of", .string(cost.kind.rawValue))
      fields.add("name", .string(cost.name))
      fields.add("calls", .integer(Int64(cost.calls)))
      fields.add("seconds", .number(cost.seconds))
      fields.add("mean", .number(cost.mean))
      fields.add("worst", .number(cost.worst))
      fields.add("bytes", .integer(Int64(cost.bytes)))
    }
  }

  /// - Parameter start: the time from which the line counts.
  static func span(_ span: CostSpan, of n: Int, since start: Double) -> String {
    object("span") { fields in
      fields.add("n", .integer(Int64(n)))
      fields.add("of", .string(span.kind.rawValue))
      fields.add("name", .string(span.name))
      fields.add("depth", .integer(Int64(span.depth)))
      fields.add("start", .number(span.start - start))
      fields.add("seconds", .number(span.seconds))
    }
  }

  /// - Parameters:
  ///   - line: the line of the batch that returned the value.
  ///   - index: the position of the value among those of its line, from 1.
  package static func value(_ value: Value, line: Int, index: Int) -> String {
    object("value") { fields in
      fields.add("line", .integer(Int64(line)))
      fields.add("index", .integer(Int64(index)))
      fields.add("value", value)
    }
  }

  package static func screen(_ lines: [String]) -> String {
    object("screen") { fields in
      fields.add("lines", .list(lines.map { .string($0) }))
    }
  }

  package static func error(
    _ error: HostError, action: Int? = nil, severity: Finding.Severity? = nil, showsTraceback: Bool = false
  ) -> String {
    object("error") { fields in
      fields.add("code", .string(error.code))
      fields.add("message", .string(error.message))
      if let file = error.file { fields.add("file", .string(file)) }
      if let line = error.line { fields.add("line", .integer(Int64(line))) }
      if let column = error.column { fields.add("column", .integer(Int64(column))) }
      if let action { fields.add("n", .integer(Int64(action))) }
      let raised = Record(
        error.details.filter { !["message", "action", "n", "traceback"].contains($0.key) }.map { ($0.key, $0.value) })
      if !raised.isEmpty { fields.add("raised", .map(raised)) }
      if let severity { fields.add("severity", .string(severity.rawValue)) }
      if showsTraceback, let traceback = error.traceback { fields.add("traceback", .string(traceback)) }
    }
  }

  package static func reload(_ report: ReloadReport) -> String {
    object("reload") { fields in
      fields.add("generation", .integer(Int64(report.generation)))
      fields.add("ok", .boolean(report.ok))
      fields.add("files", .list(report.files.map { .string($0) }))
    }
  }

  package static func log(level: String, message: String, fields logged: Record) -> String {
    object("log") { fields in
      fields.add("level", .string(level))
      fields.add("message", .string(message))
      if !logged.isEmpty { fields.add("fields", .map(logged)) }
    }
  }

  package static func sync(_ report: SyncReport) -> String {
    object("sync") { fields in
      fields.add("feature", .string(report.feature))
      fields.add("problem", report.problem.map(Value.string) ?? .null)
      fields.add("pending", .integer(Int64(report.pending)))
      fields.add("dead", .integer(Int64(report.dead)))
    }
  }

  package static func feature(_ feature: FeatureInfo) -> String {
    object("feature") { fields in
      for (key, value) in feature.described { fields.add(key, value) }
    }
  }

  package static func file(_ verb: String, _ name: String) -> String {
    object(verb) { fields in fields.add("file", .string(name)) }
  }

  package static func difference(_ difference: ReplayDifference) -> String {
    object("difference") { fields in
      fields.add("n", .integer(Int64(difference.action.n)))
      fields.add("type", .string(difference.action.type))
      fields.add("fields", .map(difference.action.fields))
      fields.add("file", .string(difference.file))
      fields.add("line", .integer(Int64(difference.line)))
      fields.add("recorded", outcome(difference.recorded, nil))
      fields.add("replayed", outcome(difference.action, difference.error))
    }
  }

  private static func outcome(_ record: ActionRecord, _ error: HostError?) -> Value {
    var outcome: Record = ["status": .string(record.status.rawValue), "changes": .list(record.changes.map(described))]
    if let error { outcome["error"] = .string(error.message) }
    return .map(outcome)
  }

  /// A change inside another object.
  static func described(_ change: Change) -> Value { .map(Record(entries(of: change))) }

  /// The members of a change; a value that does not exist is left out.
  private static func entries(of change: Change) -> [(String, Value)] {
    let entries: [(String, Value)] = [
      ("op", .string(change.operation.rawValue)), ("path", .list(change.path.keys.map(value))), ("old", change.old),
      ("new", change.new),
    ]
    return entries.filter { $0.1 != .none }
  }

  package static func replay(_ summary: ReplaySummary) -> String {
    object("replay") { fields in
      fields.add("actions", .integer(Int64(summary.actions)))
      fields.add("differing", .integer(Int64(summary.differing)))
    }
  }

  package static func value(_ key: PathKey) -> Value {
    switch key {
    case .key(let name): .string(name)
    case .index(let position): .integer(Int64(position))
    }
  }

  package static func object(_ kind: String, _ body: (inout Fields) -> Void) -> String {
    var fields = Fields()
    fields.add("kind", .string(kind))
    body(&fields)
    return fields.closed
  }

  package struct Fields {
    private var writer = JSONWriter(isExact: true)

    package mutating func add(_ key: String, _ value: Value) {
      writer.write(raw: writer.isEmpty ? "{" : ",")
      writer.write(key)
      writer.write(raw: ":")
      // Exact JSON can represent all plain data, so this does not fail.
      try? writer.write(value, at: key)
    }

    /// The host that sent an action, and its position in the shared log: null while the log has not confirmed it.
    mutating func add(_ origin: SharedOrigin?) {
      guard let origin else { return }
      add("host", .string(origin.host))
      add("position", origin.position.map(Value.integer) ?? .null)
    }

    package mutating func add(_ change: Change) {
      for (key, value) in JSONLines.entries(of: change) { add(key, value) }
    }

    /// The complete object. Its strings are escaped, because a line with control characters could command a terminal.
    var closed: String { (writer.text + "}").escapedForJSON }
  }
}
