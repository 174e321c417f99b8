import LuaRuntime
import UDF

// The decoding of actions, for `udf.entities` and `udf.sync`.
extension EntitiesOptions {
  /// Returns the rows of an action, from a list or a single row. Throws if they are not valid.
  package func rows(_ fields: PackedRecord, _ one: String?, _ many: String) throws(NativeFailure) -> [PackedRecord] {
    if let one, fields[one] != .none, fields[many] != .none {
      throw NativeFailure("\(one) and \(many) are both set", fix: "send one of them")
    }
    if let one, let row = fields.packed(one) { return [try checked(row, one)] }
    guard let rows = fields.records(many) else {
      throw NativeFailure(
        "\(many) must be a list of rows, each a table", fix: one.map { "send one row as \($0), or a list as \(many)" })
    }
    for (index, row) in rows.enumerated() { _ = try checked(row, "\(many)[\(index + 1)]") }
    return rows
  }

  /// Returns the row if it has a key. Throws if it has none.
  package func checked(_ row: PackedRecord, _ place: String) throws(NativeFailure) -> PackedRecord {
    if key(of: row) == nil { _ = try EntitiesOptions.key(row[key], at: "\(place).\(key)") }
    return row
  }

  /// Returns a key from plain data. Throws an error that names the value if it is not a key.
  package static func key(_ value: Value, at place: String) throws(NativeFailure) -> EntityKey {
    if let key = key(value) { return key }
    throw NativeFailure(
      value == .none
        ? "\(place) is missing; it must be a string or an integer"
        : "\(place) must be a string or an integer, got \(value.shown)")
  }

  /// Returns the keys of a list in an action; none if the field is missing.
  package static func keys(_ fields: PackedRecord, _ name: String) throws(NativeFailure) -> [EntityKey] {
    switch fields[name] {
    case .list(let items):
      var keys: [EntityKey] = []
      for (index, item) in items.enumerated() { keys.append(try key(item, at: "\(name)[\(index + 1)]")) }
      return keys
    case .none, .map([:]): return []
    default: throw NativeFailure("\(name) must be a list, got a table of names")
    }
  }

  /// Returns the query of an action. Throws if it names an unknown index; `maker` is the function of the feature.
  package func filter(_ fields: PackedRecord, of name: String, madeBy maker: String) throws(NativeFailure)
    -> EntitiesFilter
  {
    let filter = try EntitiesFilter(fields)
    for (index, _) in filter.fields where !indexes.contains(index) {
      throw NativeFailure(
        "where: there is no index \"\(index)\".\(didYouMean(index, among: indexes))",
        fix: "list it where the feature is made: \(maker) { name = \"\(name)\", indexes = { \"\(index)\" }, … }")
    }
    return filter
  }
}
