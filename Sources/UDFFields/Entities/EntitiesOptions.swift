import LuaRuntime
import UDF

/// The options of `udf.entities` about its rows.
package struct EntitiesOptions: Equatable, Sendable {
  /// The field that holds the key of a row.
  package var key: String
  /// Fields with an index: a lookup by their value, or by an item of their list, does not search all rows.
  package var indexes: [String]
  /// Fields by which the rows are sorted, with a `-` in front for descending order; none: in the order of arrival.
  package var sort: [String]
  /// Fields in which a text is searched; nil: all.
  var text: [String]?

  package init(_ value: Value) {
    key = value["key"].text ?? ""
    indexes = value["indexes"].texts
    sort = value["sort"].texts
    text = value["text"] == .none ? nil : value["text"].texts
  }

  /// Returns the key in a value: a string, or an integer as digits.
  package static func key(_ value: Value) -> EntityKey? {
    switch value {
    case .string(let text): EntityKey(text)
    case .integer(let number): EntityKey(String(number))
    default: nil
    }
  }

  package func key(of row: PackedRecord) -> EntityKey? { EntitiesOptions.key(row[key]) }

  /// Returns a row from plain data. Throws if the value is not valid.
  package func row(_ value: Value) throws(NativeFailure) -> PackedRecord {
    guard case .map(let record) = value, EntitiesOptions.key(record[key]) != nil else {
      throw NativeFailure("\(key) is missing; it must be a string or an integer")
    }
    return PackedRecord(record)
  }

  package func isKey(_ key: EntityKey, of row: PackedRecord) -> Bool {
    // An integer is converted to digits first.
    row.isText(self.key, key.description) || self.key(of: row) == key
  }

  package func table() -> EntityTable<EntityKey, PackedRecord> {
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

  /// Returns the text of a value after `by.INDEX.`: a string as it is, another value as Lua writes it.
  package static func text(_ value: IndexValue) -> String {
    let value = (value.base as? PackedValue)?.value ?? .none
    return value.text ?? value.description
  }

  /// Returns the possible values of such a text: the string, and the value that Lua reads from it.
  package static func values(_ text: String) -> [IndexValue] {
    let read = [Int64(text).map(Value.integer), Double(text).map(Value.number), Bool(text).map(Value.boolean)]
    return ([.string(text)] + read.compactMap(\.self)).map { IndexValue(PackedValue($0)) }
  }

  // MARK: queries

  /// Returns a filter from plain data; one for all rows if it no longer fits, such as after an index was removed.
  package func filter(_ value: Value) -> EntitiesFilter {
    guard case .map(let record) = value, let filter = try? EntitiesFilter(PackedRecord(record)),
      filter.fields.allSatisfy({ indexes.contains($0.key) })
    else { return EntitiesFilter() }
    return filter
  }

  package func query(_ filter: EntitiesFilter) -> EntityQuery<PackedRecord> {
    var query = EntityQuery<PackedRecord>().page(offset: filter.offset, limit: filter.limit)
    for (index, value) in filter.fields { query = query.where(index, is: PackedValue(value)) }
    if let text = filter.text { query = query.matching(text) }
    if let sort = filter.sort { query = query.sorted(EntitiesOptions.order(sort)) }
    return query
  }
}
