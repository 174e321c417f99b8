import LuaRuntime
import UDF
import UDFServices
import UDFSync

/// A change of one row that an action requests.
struct SyncChange: Sendable {
  /// The collection of the address that the change is for.
  struct Collection: Sendable {
    let name: String
    /// Whether it is the feature's own collection.
    let isOwn: Bool
  }

  let collection: Collection
  let operation: Mutation.Operation
  let key: EntityKey
  /// A row or a patch; nil for a deletion.
  let body: PackedRecord?

  var part: Mutation.Part {
    Mutation.Part(operation, RowKey(key, in: collection.name), body: body.map(SyncChange.json))
  }

  /// The change as fields of an action.
  var record: Record {
    let content = body.map { Value.map($0.record) } ?? .none
    var record: Record =
      switch operation {
      case .put: ["put": content]
      case .patch: ["key": .string(key.description), "patch": content]
      case .delete: ["key": .string(key.description), "delete": true]
      }
    if !collection.isOwn { record["collection"] = .string(collection.name) }
    return record
  }

  static func json(_ body: PackedRecord) -> [UInt8] {
    var writer = JSONWriter()
    // The feature has accepted only rows that can be written as JSON.
    try? writer.write(.map(body.record), at: "")
    return writer.bytes
  }
}

extension OneOrMore<SyncChange> {
  /// The changes as fields of an action: the fields of a single change, or the list `all`.
  var record: Record { count == 1 ? head.record : ["all": .list(map { .map($0.record) })] }

  var parts: OneOrMore<Mutation.Part> { mapped(\.part) }
}
