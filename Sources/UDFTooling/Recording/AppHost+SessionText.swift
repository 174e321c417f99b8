import UDFHost
import UDFServices

extension AppHost {
  /// The actions of the history as a recorded session, which `udfhost replay` reads: it begins with the state before the
  /// first of them. Answers of services are left out. Throws a `HostError` if the state cannot be read.
  package func sessionText() throws(HostError) -> String {
    try requireOwner()
    let records = history.filter { !$0.undone }
    let state: Value
    do { state = try self.state(after: (records.first?.n ?? 1) - 1) } catch {
      throw error as? HostError ?? HostError(code: "internal", message: "\(error)")
    }
    let start = records.first?.time ?? 0
    var lines = [
      line([
        ("kind", "session"), ("format", .integer(Int64(Sessions.format))), ("app", .string(name)),
        ("generation", .integer(Int64(generation))),
        ("files", sessions.generation.fileHashes), ("state", state),
      ])
    ]
    for record in records {
      let cause = record.cause.map { [("cause", Value.integer(Int64($0)))] } ?? []
      let event = record.event.map { [("event", Value.string($0))] } ?? []
      lines.append(
        line(
          [
            ("kind", "action"), ("n", .integer(Int64(record.n))), ("type", .string(record.type)),
            ("fields", .map(record.fields)), ("origin", .string(record.origin.rawValue)),
            ("generation", .integer(Int64(record.generation))), ("time", .number(record.time - start)),
          ] + cause + event + [("changes", .list(record.changes.map(described)))]))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func described(_ change: Change) -> Value {
    let path = change.path.keys.map { key -> Value in
      switch key {
      case .key(let name): .string(name)
      case .index(let position): .integer(Int64(position))
      }
    }
    let members: [(String, Value)] = [
      ("op", .string(change.operation.rawValue)), ("path", .list(path)), ("old", change.old), ("new", change.new),
    ]
    return .map(Record(members.filter { $0.1 != .none }))
  }

  private func line(_ members: [(String, Value)]) -> String {
    var writer = JSONWriter(isExact: true, numbersSecrets: true)
    for (key, value) in members {
      writer.write(raw: writer.isEmpty ? "{" : ",")
      writer.write(key)
      writer.write(raw: ":")
      // Exact JSON can represent all plain data.
      try? writer.write(value, at: key)
    }
    return writer.text + "}"
  }
}
