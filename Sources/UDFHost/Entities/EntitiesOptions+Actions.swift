import LuaRuntime
import UDF

// What `udf.entities` and `udf.sync` have in common besides their options: what is seen of the rows, and how actions are read.
extension EntitiesOptions {
  /// What is seen of a state that has such rows and a query of them.
  func fields<State>(
    rows: any WritableKeyPath<State, EntityTable<EntityKey, PackedRecord>> & Sendable,
    query: any WritableKeyPath<State, EntitiesFilter> & Sendable
  ) -> [StateField<State>] {
    [
      .rows("rows", rows, plain: { $0.bytes }, from: row),
      .rowsByKey("byKey", rows),
      .rowsByIndex("by", rows, text: EntitiesOptions.text, values: EntitiesOptions.values),
      .count("count", of: "rows"),
      .value("query", query, plain: { $0.plain }, from: filter),
      .results("results", in: rows, query: query, make: self.query),
      .count("matches", of: "results"),
    ]
  }

  /// The rows that an action brings as a list, or as one. Throws what is wrong with them.
  func rows(_ fields: PackedRecord, _ one: String?, _ many: String) throws(NativeFailure) -> [PackedRecord] {
    if let one, fields[one] != .none, fields[many] != .none {
      throw NativeFailure("\(one) and \(many) are both there", fix: "send one of them")
    }
    if let one, let row = fields.packed(one) { return [try checked(row, one)] }
    guard let rows = fields.records(many) else {
      throw NativeFailure(
        "\(many) must be a list of rows, each a table", fix: one.map { "send one row as \($0), or a list as \(many)" })
    }
    for (index, row) in rows.enumerated() { _ = try checked(row, "\(many)[\(index + 1)]") }
    return rows
  }

  /// A row if it has a key. Throws if it has none.
  func checked(_ row: PackedRecord, _ place: String) throws(NativeFailure) -> PackedRecord {
    if key(of: row) == nil { _ = try EntitiesOptions.key(row[key], at: "\(place).\(key)") }
    return row
  }

  /// A key from plain data. Throws an error with the value that is not a key.
  static func key(_ value: Value, at place: String) throws(NativeFailure) -> EntityKey {
    if let key = key(value) { return key }
    throw NativeFailure(
      value == .none
        ? "\(place) is missing; it must be a string or an integer"
        : "\(place) must be a string or an integer, got \(value.shown)")
  }

  /// The keys that an action brings as a list; none if it has no such field.
  static func keys(_ fields: PackedRecord, _ name: String) throws(NativeFailure) -> [EntityKey] {
    switch fields[name] {
    case .list(let items):
      var keys: [EntityKey] = []
      for (index, item) in items.enumerated() { keys.append(try key(item, at: "\(name)[\(index + 1)]")) }
      return keys
    case .none, .map([:]): return []
    default: throw NativeFailure("\(name) must be a list, got a table of names")
    }
  }

  /// The query of an action. Throws if it names an index that does not exist; `maker` is the function that made the feature.
  func filter(_ fields: PackedRecord, of name: String, madeBy maker: String) throws(NativeFailure) -> EntitiesFilter {
    let filter = try EntitiesFilter(fields)
    for (index, _) in filter.fields where !indexes.contains(index) {
      throw NativeFailure(
        "where: there is no index \"\(index)\".\(didYouMean(index, among: indexes))",
        fix: "list it where the feature is made: \(maker) { name = \"\(name)\", indexes = { \"\(index)\" }, … }")
    }
    return filter
  }
}
