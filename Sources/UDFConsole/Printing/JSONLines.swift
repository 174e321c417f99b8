import UDFHost

/// The objects of `--json`, one a line; keys that have nothing to say are left out.
enum JSONLines {
  static func action(_ record: ActionRecord) throws(JSONRefusal) -> String {
    try object("action") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("n", .integer(Int64(record.n)))
      try fields.add("type", .string(record.type))
      try fields.add("fields", .map(record.fields))
      try fields.add("origin", .string(record.origin.rawValue))
      try fields.add("status", .string(record.status.rawValue))
      if let event = record.event { try fields.add("event", .string(event)) }
      // What a line at the prompt sends everybody sees there.
      guard record.origin == .effect else { return }
      if let site = record.site { try fields.add("site", .string(site)) }
      if let cause = record.cause { try fields.add("cause", .integer(Int64(cause))) }
    }
  }

  static func change(_ change: Change, of n: Int) throws(JSONRefusal) -> String {
    try object("change") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("n", .integer(Int64(n)))
      try fields.add(change)
    }
  }

  /// One of the changes between what two actions left.
  static func difference(_ change: Change, after: Int, upTo: Int?) throws(JSONRefusal) -> String {
    try object("change") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("after", .integer(Int64(after)))
      if let upTo { try fields.add("upTo", .integer(Int64(upTo))) }
      try fields.add(change)
    }
  }

  static func moment(_ action: Int?, _ waiting: WaitingEvents) throws(JSONRefusal) -> String {
    try object("at") { (fields: inout Fields) throws(JSONRefusal) in
      if let action { try fields.add("n", .integer(Int64(action))) }
      try fields.add("live", .boolean(action == nil))
      try fields.add(
        "waiting",
        [
          "effects": .integer(Int64(waiting.effects)), "messages": .integer(Int64(waiting.messages)),
          "deliveries": .integer(Int64(waiting.deliveries)), "files": .integer(Int64(waiting.files)),
        ])
    }
  }

  static func blame(_ blame: Blame) throws(JSONRefusal) -> String {
    try object("blame") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("path", .list(blame.path.keys.map(value)))
      try fields.add("value", blame.value)
      guard let action = blame.action else { return try fields.add("initial", .boolean(blame.isWholeHistory)) }
      try fields.add("n", .integer(Int64(action.n)))
      try fields.add("type", .string(action.type))
      try fields.add("origin", .string(action.origin.rawValue))
      if let written = blame.written { try fields.add("written", .list(written.keys.map(value))) }
      if let site = blame.site { try fields.add("by", .string(site)) }
      if let native = blame.native { try fields.add("native", .string(native)) }
      if let site = action.site { try fields.add("from", .string(site)) }
      if let event = action.event { try fields.add("event", .string(event)) }
      if let cause = action.cause { try fields.add("cause", .integer(Int64(cause))) }
      if let age = blame.age { try fields.add("age", .number(age)) }
    }
  }

  static func watch(_ path: Path, old: Value = .none, new: Value) throws(JSONRefusal) -> String {
    try object("watch") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("path", .list(path.keys.map(value)))
      if old != .none { try fields.add("old", old) }
      if new != .none { try fields.add("new", new) }
    }
  }

  static func cost(_ cost: Cost) throws(JSONRefusal) -> String {
    try object("cost") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("of", .string(cost.kind.rawValue))
      try fields.add("name", .string(cost.name))
      try fields.add("calls", .integer(Int64(cost.calls)))
      try fields.add("seconds", .number(cost.seconds))
      try fields.add("mean", .number(cost.mean))
      try fields.add("worst", .number(cost.worst))
      try fields.add("bytes", .integer(Int64(cost.bytes)))
    }
  }

  static func value(_ value: Value) throws(JSONRefusal) -> String {
    try object("value") { (fields: inout Fields) throws(JSONRefusal) in try fields.add("value", value) }
  }

  static func screen(_ lines: [String]) throws(JSONRefusal) -> String {
    try object("screen") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("lines", .list(lines.map { .string($0) }))
    }
  }

  static func error(
    _ error: HostError, action: Int? = nil, severity: Finding.Severity? = nil
  ) throws(JSONRefusal) -> String {
    try object("error") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("code", .string(error.code))
      try fields.add("message", .string(error.message))
      if let file = error.file { try fields.add("file", .string(file)) }
      if let line = error.line { try fields.add("line", .integer(Int64(line))) }
      if let column = error.column { try fields.add("column", .integer(Int64(column))) }
      if let action { try fields.add("n", .integer(Int64(action))) }
      if let severity { try fields.add("severity", .string(severity.rawValue)) }
    }
  }

  static func summary(_ report: CheckReport) throws(JSONRefusal) -> String {
    try object("summary") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("files", .integer(Int64(report.files)))
      try fields.add("errors", .integer(Int64(report.errors)))
      try fields.add("warnings", .integer(Int64(report.warnings)))
    }
  }

  static func reload(_ report: ReloadReport) throws(JSONRefusal) -> String {
    try object("reload") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("generation", .integer(Int64(report.generation)))
      try fields.add("ok", .boolean(report.ok))
      try fields.add("files", .list(report.files.map { .string($0) }))
    }
  }

  static func log(level: String, message: String, fields logged: Record) throws(JSONRefusal) -> String {
    try object("log") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("level", .string(level))
      try fields.add("message", .string(message))
      if !logged.isEmpty { try fields.add("fields", .map(logged)) }
    }
  }

  static func feature(_ feature: FeatureInfo) throws(JSONRefusal) -> String {
    try object("feature") { (fields: inout Fields) throws(JSONRefusal) in
      for (key, value) in feature.described { try fields.add(key, value) }
    }
  }

  static func file(_ verb: String, _ name: String) throws(JSONRefusal) -> String {
    try object(verb) { (fields: inout Fields) throws(JSONRefusal) in try fields.add("file", .string(name)) }
  }

  static func difference(_ difference: ReplayDifference) throws(JSONRefusal) -> String {
    try object("difference") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("n", .integer(Int64(difference.action.n)))
      try fields.add("type", .string(difference.action.type))
      try fields.add("fields", .map(difference.action.fields))
      try fields.add("file", .string(difference.file))
      try fields.add("line", .integer(Int64(difference.line)))
      try fields.add("recorded", outcome(difference.recorded, nil))
      try fields.add("replayed", outcome(difference.action, difference.error))
    }
  }

  private static func outcome(_ record: ActionRecord, _ error: HostError?) -> Value {
    var outcome: Record = ["status": .string(record.status.rawValue), "changes": .list(record.changes.map(described))]
    if let error { outcome["error"] = .string(error.message) }
    return .map(outcome)
  }

  /// A change within another object.
  static func described(_ change: Change) -> Value { .map(Record(entries(of: change))) }

  /// What is said of a change; a side that is not there is left out.
  private static func entries(of change: Change) -> [(String, Value)] {
    let entries: [(String, Value)] = [
      ("op", .string(change.operation.rawValue)), ("path", .list(change.path.keys.map(value))), ("old", change.old),
      ("new", change.new),
    ]
    return entries.filter { $0.1 != .none }
  }

  static func replay(_ summary: ReplaySummary) throws(JSONRefusal) -> String {
    try object("replay") { (fields: inout Fields) throws(JSONRefusal) in
      try fields.add("actions", .integer(Int64(summary.actions)))
      try fields.add("differing", .integer(Int64(summary.differing)))
    }
  }

  static func value(_ key: PathKey) -> Value {
    switch key {
    case .key(let name): .string(name)
    case .index(let position): .integer(Int64(position))
    }
  }

  static func object(
    _ kind: String, _ body: (inout Fields) throws(JSONRefusal) -> Void
  ) throws(JSONRefusal) -> String {
    var fields = Fields()
    try fields.add("kind", .string(kind))
    try body(&fields)
    return fields.closed
  }

  struct Fields {
    private var writer = JSONWriter()

    mutating func add(_ key: String, _ value: Value) throws(JSONRefusal) {
      writer.write(raw: writer.text.isEmpty ? "{" : ",")
      writer.write(key)
      writer.write(raw: ":")
      try writer.write(value, at: key)
    }

    mutating func add(_ change: Change) throws(JSONRefusal) {
      for (key, value) in JSONLines.entries(of: change) { try add(key, value) }
    }

    var closed: String { writer.text + "}" }
  }
}
