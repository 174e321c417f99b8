import LuaRuntime
import UDFSync

/// The result of one reading of the dead letters.
package struct DeadLetterReading: Sendable {
  /// The ids of the dead letters that the feature had at the start of the reading.
  package let known: Set<Int64>
  /// The ``SyncStatus/deadRevision`` before the reading.
  package let revision: Int64
  /// The ids of all dead letters; nil: the cache could not be read.
  package let ids: Set<Int64>?
  /// The oldest dead letters that are not ``known``, as rows of the feature's field `dead`.
  package let rows: [PackedRecord]

  package init(_ known: Set<Int64>, _ revision: Int64, _ ids: [Int64]?, _ letters: [DeadLetter]) {
    (self.known, self.revision, self.ids) = (known, revision, ids.map(Set.init))
    rows = letters.map { letter in
      var row = letter.mutation.parts.record(\.plain)
      row["mutation"] = .integer(letter.mutation.id)
      (row["code"], row["message"]) = (.string(letter.code), .string(letter.message))
      row["since"] = letter.since.map(Value.number) ?? .none
      return PackedRecord(row)
    }
  }

  /// The fields of a row, with their types.
  package static let declaredRow: Value = [
    "mutation": "integer", "op": "string", "key": "string?", "row": "table?", "all": "table?",
    "collection": "string?", "code": "string",
    "message": "string", "since": "number?",
  ]
}
