import Foundation
import UDF

/// The order of ``SyncCollection/sort`` for rows in memory: missing values, then numbers, then texts by their bytes, as
/// in SQLite.
struct RowOrder {
  enum Value: Decodable, Comparable {
    case nothing
    case number(Double)
    case text(EntityKey)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let flag = try? value.decode(Bool.self) {
        self = .number(flag ? 1 : 0)
      } else if let text = try? value.decode(String.self) {
        self = .text(EntityKey(text))
      } else {
        self = .nothing
      }
    }
  }

  private let fields: [(name: String, isDown: Bool)]

  init(_ sort: [String]) {
    fields = sort.map { $0.hasPrefix("-") ? (String($0.dropFirst()), true) : ($0, false) }
  }

  /// Returns the values of the fields in order. A body that cannot be decoded has no values.
  func values(of row: StoredRow) -> [Value] {
    let object = row.body.flatMap { try? JSONDecoder().decode([String: Value].self, from: Data($0)) } ?? [:]
    return fields.map { object[$0.name] ?? .nothing }
  }

  func precedes(_ left: ([Value], RowKey), _ right: ([Value], RowKey)) -> Bool {
    for (index, field) in fields.enumerated() where left.0[index] != right.0[index] {
      return (left.0[index] < right.0[index]) != field.isDown
    }
    return left.1 < right.1
  }
}
