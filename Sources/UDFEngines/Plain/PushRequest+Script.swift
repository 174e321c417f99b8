import LuaRuntime
import UDF
import UDFServices
import UDFSync

extension PushRequest {
  /// The mutations as the argument of a remote's `push` in Lua.
  var plain: Value {
    .list(
      mutations.map { mutation in
        var record = mutation.parts.record { part in
          let base = bases[part.key]
          var record = part.plain
          record["base"] = Value(json: base?.body)
          record["version"] = base.map { $0.version == 0 ? .none : .integer($0.version) } ?? .none
          return record
        }
        (record["id"], record["client"]) = (.integer(mutation.number), .string(mutation.client))
        return .map(record)
      })
  }
}

extension OneOrMore<Mutation.Part> {
  /// Returns the parts for scripts: the fields of the only part, or the list `all`.
  package func record(_ part: (Element) -> Record) -> Record {
    count == 1 ? part(head) : ["op": "all", "all": .list(map { .map(part($0)) })]
  }
}

extension Mutation.Part {
  /// The fields of the part for scripts; `row` is a row or a patch.
  var plain: Record {
    [
      "op": .string(operation.rawValue), "key": .string(key.key.description), "row": Value(json: body),
      "collection": key.collection.isEmpty ? .none : .string(key.collection),
    ]
  }
}

extension Value {
  fileprivate init(json: [UInt8]?) { self = json.flatMap { try? JSONReader.value(of: $0) } ?? .none }
}
