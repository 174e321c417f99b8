import LuaRuntime
import UDF
import UDFServices
import UDFSync

/// A change of one row that an action requests.
package struct SyncChange: Sendable {
  /// The collection of the address that the change is for.
  package struct Collection: Sendable {
    package let name: String
    /// Whether it is the feature's own collection.
    package let isOwn: Bool

    package init(name: String, isOwn: Bool) { (self.name, self.isOwn) = (name, isOwn) }
  }

  package let collection: Collection
  package let operation: Mutation.Operation
  package let key: EntityKey
  /// A row or a patch; nil for a deletion.
  package let body: PackedRecord?

  package init(collection: Collection, operation: Mutation.Operation, key: EntityKey, body: PackedRecord?) {
    (self.collection, self.operation, self.key, self.body) = (collection, operation, key, body)
  }

  package var part: Mutation.Part {
    Mutation.Part(operation, RowKey(key, in: collection.name), body: body.map(SyncChange.json))
  }

  /// The change as fields of an action.
  package var record: Record {
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

  package static func json(_ body: PackedRecord) -> [UInt8] {
    var writer = JSONWriter()
    // The feature has accepted only rows that can be written as JSON.
    try? writer.write(.map(body.record), at: "")
    return writer.bytes
  }
}

extension OneOrMore<SyncChange> {
  /// The changes as fields of an action: the fields of a single change, or the list `all`.
  package var record: Record { count == 1 ? head.record : ["all": .list(map { .map($0.record) })] }

  package var parts: OneOrMore<Mutation.Part> { mapped(\.part) }
}
