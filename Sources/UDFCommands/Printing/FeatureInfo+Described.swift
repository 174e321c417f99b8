import UDFHost
import UDFTooling

extension FeatureInfo {
  /// The feature as plain data, for JSON.
  var described: Record {
    var record: Record = [
      "name": .string(name),
      "native": .boolean(isNative),
      "actions": .list(
        actions.map { .map($0.described) }),
      "events": .list(events.map { .string($0) }),
      "effects": .list(effects.map { .string($0) }),
      "uses": .list(uses.map { .string($0) }),
      "view": .boolean(hasView),
      "file": .string(file),
      "line": .integer(Int64(line)),
    ]
    if let sync { record["sync"] = .map(sync.described) }
    return record
  }
}
