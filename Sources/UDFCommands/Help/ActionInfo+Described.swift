import UDFHost
import UDFTooling

extension ActionInfo {
  /// The action as plain data, for JSON.
  var described: Record {
    [
      "name": .string(fullName),
      "declared": .boolean(declared),
      "fields": .map(Record(fields.map { ($0.name, .string($0.type)) })),
    ]
  }
}

extension ActionAnswer {
  /// The reducers, effects and other parts that handle the action as plain data, for JSON.
  var described: Record {
    [
      "kind": .string(kind.rawValue), "feature": .string(feature), "file": file.map(Value.string) ?? .none,
      "line": line.map { .integer(Int64($0)) } ?? .none, "name": name.map(Value.string) ?? .none,
    ]
  }
}
