import LuaRuntime
import UDF

/// The options of `udf.entities` about its rows.
package struct EntitiesOptions: Equatable, Sendable {
  /// The field that holds the key of a row.
  var key: String
  /// Fields by whose value, or by each item of which, rows are found without looking at all of them.
  var indexes: [String]
  /// Fields that the rows are sorted by, one with `-` in front from the largest down; none: rows stay as they came.
  var sort: [String]
  /// Fields that a text is looked for in; nil: all.
  var text: [String]?

  init(_ value: Value) {
    key = value["key"].text ?? ""
    indexes = value["indexes"].texts
    sort = value["sort"].texts
    text = value["text"] == .none ? nil : value["text"].texts
  }

  /// A key as it is written: a string, or an integer in digits.
  static func key(_ value: Value) -> EntityKey? {
    switch value {
    case .string(let text): EntityKey(text)
    case .integer(let number): EntityKey(String(number))
    default: nil
    }
  }

  func key(of row: PackedRecord) -> EntityKey? { EntitiesOptions.key(row[key]) }

  /// A row from plain data. Throws what is wrong with it.
  func row(_ value: Value) throws(NativeFailure) -> PackedRecord {
    guard case .map(let record) = value, EntitiesOptions.key(record[key]) != nil else {
      throw NativeFailure("\(key) is missing; it must be a string or an integer")
    }
    return PackedRecord(record)
  }

  /// Whether a row has a key.
  func isKey(_ key: EntityKey, of row: PackedRecord) -> Bool {
    // One that is an integer is put into digits first.
    row.isText(self.key, key.description) || self.key(of: row) == key
  }

  func table() -> EntityTable<EntityKey, PackedRecord> {
    EntityTable(
      key: { key(of: $0) ?? EntityKey("") }, isKey: { isKey($1, of: $0) },
      order: sort.isEmpty ? .arrival : EntitiesOptions.order(sort),
      indexes: indexes.map { field in
        EntityIndex(field, byEach: { $0.packedValues(field) }, isSame: { $0.isSame(field, as: $1) })
      },
      text: { row, query in
        query.words.allSatisfy { word in row.anyText(in: text) { word.occurs(in: $0) } }
      })
  }

  private static func order(_ fields: [String]) -> EntityOrder<PackedRecord> {
    let fields = fields.map { field in
      field.hasPrefix("-") ? (name: String(field.dropFirst()), sign: -1) : (name: field, sign: 1)
    }
    return .by { left, right in
      for field in fields {
        let order = PackedRecord.order(left, right, by: field.name) * field.sign
        if order != 0 { return order < 0 }
      }
      return false
    }
  }

  // MARK: values of indexes

  /// A value as it is written after `by.INDEX.`: a string, or the words of Lua for another value.
  static func text(_ value: IndexValue) -> String {
    let value = (value.base as? PackedValue)?.value ?? .none
    return value.text ?? value.description
  }

  /// A string, or what Lua reads when it is so written.
  static func values(_ text: String) -> [IndexValue] {
    let read = [Int64(text).map(Value.integer), Double(text).map(Value.number), Bool(text).map(Value.boolean)]
    return ([.string(text)] + read.compactMap(\.self)).map { IndexValue(PackedValue($0)) }
  }

  // MARK: queries

  /// A filter from plain data; one that does not fit any more, after a reload that took an index away, asks for all rows.
  func filter(_ value: Value) -> EntitiesFilter {
    guard case .map(let record) = value, let filter = try? EntitiesFilter(PackedRecord(record)),
      filter.fields.allSatisfy({ indexes.contains($0.key) })
    else { return EntitiesFilter() }
    return filter
  }

  func query(_ filter: EntitiesFilter) -> EntityQuery<PackedRecord> {
    var query = EntityQuery<PackedRecord>().page(offset: filter.offset, limit: filter.limit)
    for (index, value) in filter.fields { query = query.where(index, is: PackedValue(value)) }
    if let text = filter.text { query = query.matching(text) }
    if let sort = filter.sort { query = query.sorted(EntitiesOptions.order(sort)) }
    return query
  }
}
