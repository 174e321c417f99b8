import LuaRuntime

/// The query of the action `query`. It is part of the state, so it is undone and listed as a change.
package struct EntitiesFilter: Equatable, Sendable {
  /// Values that indexed fields must have.
  package var fields: Record = [:]
  /// Words that a row must all contain.
  package var text: String?
  /// The order, as in ``EntitiesOptions/sort``; nil: the table's order.
  package var sort: [String]?
  package var offset = 0
  package var limit: Int?

  /// The fields of the action.
  package static let declared: Value = [
    "where": "table?", "text": "string?", "sort": "any?", "offset": "integer?", "limit": "integer?",
  ]

  package init() {}

  /// Reads the fields of the action. Throws if a field is not valid.
  package init(_ action: PackedRecord) throws(NativeFailure) {
    switch action["where"] {
    case .none: break
    case .map(let record): fields = record
    case let other: throw NativeFailure("where must be a table of values by index, got \(other.shown)")
    }
    text = action["text"].text
    switch action["sort"] {
    case .none: break
    case .string(let field): sort = [field]
    case .map(let record) where record.isEmpty: sort = []
    case .list(let fields) where fields.allSatisfy({ $0.text != nil }): sort = fields.compactMap(\.text)
    case let other: throw NativeFailure("sort must be a field or a list of fields, got \(other.shown)")
    }
    offset = try EntitiesFilter.count(action["offset"], "offset") ?? 0
    limit = try EntitiesFilter.count(action["limit"], "limit")
  }

  private static func count(_ value: Value, _ name: String) throws(NativeFailure) -> Int? {
    switch value {
    case .none: return nil
    case .integer(let number) where number >= 0: return Int(number)
    case .number(let number) where number >= 0 && number == number.rounded() && number < 9e15: return Int(number)
    default: throw NativeFailure("\(name) must be a whole number from 0 on, got \(value.shown)")
    }
  }

  /// The fields of the action.
  package var plain: Value { .map(record) }

  package var record: Record {
    var record = Record()
    if !fields.isEmpty { record["where"] = .map(fields) }
    record["text"] = text.map(Value.string) ?? .none
    record["sort"] = sort.map { .list($0.map(Value.string)) } ?? .none
    if offset > 0 { record["offset"] = .integer(Int64(offset)) }
    record["limit"] = limit.map { .integer(Int64($0)) } ?? .none
    return record
  }
}
