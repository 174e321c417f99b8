import UDFHost
import UDFTooling

extension JSONLines {
  package static func effect(_ effect: EffectInfo) -> String {
    object("effect") { fields in
      for (key, value) in effect.described.fields { fields.add(key, value) }
    }
  }

  package static func details(_ details: ActionDetails) -> String {
    let record = details.record
    return object("details") { fields in
      fields.add("n", .integer(Int64(record.n)))
      fields.add("type", .string(record.type))
      fields.add("fields", .map(record.fields))
      fields.add("origin", .string(record.origin.rawValue))
      fields.add("generation", .integer(Int64(record.generation)))
      fields.add("seconds", .number(record.duration))
      if let age = details.age { fields.add("age", .number(age)) }
      if record.undone { fields.add("undone", true) }
      if let event = record.event { fields.add("event", .string(event)) }
      if let site = record.site { fields.add("site", .string(site)) }
      if let cause = record.cause { fields.add("cause", .integer(Int64(cause))) }
      fields.add(record.shared)
      fields.add("changes", .list(record.changes.map(described)))
      fields.add("caused", .list(details.caused.map { .integer(Int64($0.n)) }))
      fields.add("effects", .list(details.effects.map(described)))
      fields.add("calls", .list(details.calls.map { ["service": .string($0.service), "method": .string($0.method)] }))
    }
  }

  private static func described(_ effect: ActionDetails.Effect) -> Value {
    var fields: Record = ["name": .string(effect.name)]
    switch effect.outcome {
    case .underWay(let info):
      fields = info.described.fields
      fields["outcome"] = "underWay"
    case .ended: fields["outcome"] = "ended"
    case .failed: fields["outcome"] = "failed"
    case .cancelled: fields["outcome"] = "cancelled"
    case .lost(let manner, let by):
      fields["outcome"] = .string(manner.rawValue)
      fields["by"] = .integer(Int64(by))
    }
    if let start = effect.start { fields["start"] = .number(start) }
    if let seconds = effect.seconds { fields["seconds"] = .number(seconds) }
    if let place = effect.place { fields["place"] = .string(place) }
    return .map(fields)
  }
}

extension EffectInfo {
  /// The effect as plain data, for JSON.
  fileprivate var described: Value {
    var fields: Record = [
      "number": .integer(Int64(number)), "name": .string(name), "feature": .string(feature), "type": .string(type),
      "seconds": .number(seconds),
      "begun": .boolean(hasBegun), "waits": .list(waits.map(\.described)),
    ]
    if let id { fields["id"] = .string(id) }
    if let action { fields["n"] = .integer(Int64(action)) }
    if isCancelled { fields["cancelled"] = true }
    if isBackground { fields["background"] = true }
    return .map(fields)
  }
}

extension EffectInfo.Wait {
  fileprivate var described: Value {
    switch self {
    case .time(let seconds): ["for": "time", "seconds": .number(seconds)]
    case .service(let name): name.isEmpty ? ["for": "service"] : ["for": "service", "name": .string(name)]
    case .turn: ["for": "turn"]
    case .calm(let seconds): ["for": "calm", "seconds": .number(seconds)]
    case .native: ["for": "native"]
    }
  }
}
