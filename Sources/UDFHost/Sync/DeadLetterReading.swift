import LuaRuntime
import UDFSync

/// What one reading of the dead letters has found.
struct DeadLetterReading: Sendable {
  /// The dead letters that the feature had when it was asked for.
  let known: Set<Int64>
  /// The ``SyncStatus/deadRevision`` before it.
  let revision: Int64
  /// All that exist; nil: the cache could not be read.
  let ids: Set<Int64>?
  /// The oldest of those that are not ``known``, as rows of the feature's field `dead`.
  let rows: [PackedRecord]

  init(_ known: Set<Int64>, _ revision: Int64, _ ids: [Int64]?, _ letters: [DeadLetter]) {
    (self.known, self.revision, self.ids) = (known, revision, ids.map(Set.init))
    rows = letters.map { letter in
      PackedRecord([
        "mutation": .integer(letter.mutation.id), "op": .string(letter.mutation.operation.rawValue),
        "key": .string(letter.mutation.key.description), "row": letter.mutation.plainBody, "code": .string(letter.code),
        "message": .string(letter.message), "since": letter.since.map(Value.number) ?? .none,
      ])
    }
  }

  /// The fields of a row, with their types.
  static let declaredRow: Value = [
    "mutation": "integer", "op": "string", "key": "string", "row": "table?", "code": "string", "message": "string",
    "since": "number?",
  ]
}
