import LuaRuntime
import UDF
import UDFFields

/// The feature that `udf.entities { name, key, indexes, sort, text }` makes: an `EntityTable` with rows by key and by
/// the values of indexes, and a query whose results are kept. Rows stay in the byte form of Lua.
struct EntitiesFeature: WeighedFeature {
  struct State {
    var rows: EntityTable<EntityKey, PackedRecord>
    var query = EntitiesFilter()
  }

  let name: String
  let options: EntitiesOptions

  let actions: Record = [
    "upsert": ["row": "table?", "rows": "table?"],
    "update": ["key": "any?", "changes": "table?", "updates": "table?"],
    "remove": ["key": "any?", "keys": "table?"],
    "replaceAll": ["rows": "table"],
    "query": EntitiesFilter.declared,
  ]

  var initialState: State { State(rows: options.table()) }

  var fields: [StateField<State>] { options.fields(rows: \.rows, query: \.query) }

  func reduce(_ state: inout Recorded<State>, _ action: EntitiesAction) throws -> Effect<EntitiesAction> {
    switch action {
    case .upsert(let rows): state.rows.upsert(contentsOf: try merged(rows, with: state.value.rows))
    case .update(let key, let changes): try update(&state, key, changes)
    case .updateAll(let updates):
      for (key, changes) in updates { try update(&state, key, changes) }
    case .remove(let keys):
      for key in keys where state.rows.remove(key) == nil { throw NativeFailure.noRow(key.description, name) }
    case .replaceAll(let rows):
      do { try state.rows.replaceAll(rows) } catch .duplicateKey(let key) {
        throw NativeFailure("rows: two of them have the key \"\(key)\"", fix: "send each row once")
      }
    case .query(let query): state.query = query
    }
    return .none
  }

  func weight(of state: State) -> Int { state.rows.weight }

  private func update(_ state: inout Recorded<State>, _ key: EntityKey, _ changes: PackedRecord) throws {
    // One access: a separate lookup would copy the table.
    let exists = try state.rows.replace(key) { row in
      let changed = row.merging(changes)
      if changed == row { return nil }
      guard changed.isSame(options.key, as: row) else {
        throw NativeFailure.keyChanged(key.description, options.key, name)
      }
      return changed
    }
    if !exists { throw NativeFailure.noRow(key.description, name) }
  }

  /// Merges given rows of the same key with each other and with the table's row; later fields replace earlier ones.
  /// Rows that do not change are left out. Throws if one key is an integer in one row and its digits in the other.
  private func merged(
    _ rows: [PackedRecord], with table: EntityTable<EntityKey, PackedRecord>
  ) throws(NativeFailure) -> [PackedRecord] {
    var merged: [PackedRecord] = []
    var places: [EntityKey: Int] = [:]
    for row in rows {
      let key = options.key(of: row) ?? EntityKey("")
      let place = places[key]
      let old = place.map { merged[$0] } ?? table[key]
      if let old, !row.isSame(options.key, as: old) {
        throw NativeFailure.otherTypeOfKey(options.key, row[options.key], old[options.key])
      }
      let new = old.map { $0.merging(row) } ?? row
      if let place {
        merged[place] = new
      } else if old != new {
        places[key] = merged.count
        merged.append(new)
      }
    }
    return merged
  }

  // MARK: actions and plain data

  func action(_ name: String, _ fields: PackedRecord) throws -> EntitiesAction {
    switch name {
    case "upsert": return .upsert(try options.rows(fields, "row", "rows"))
    case "update":
      if fields["updates"] == .none {
        let (key, changes) = try update(fields, "")
        return .update(key, changes)
      }
      guard let updates = fields.records("updates") else {
        throw NativeFailure("updates must be a list of { key = …, changes = { … } }")
      }
      return .updateAll(try updates.enumerated().map { try update($1, "updates[\($0 + 1)].") })
    case "remove":
      if fields["keys"] == .none { return .remove([try EntitiesOptions.key(fields["key"], at: "key")]) }
      return .remove(try EntitiesOptions.keys(fields, "keys"))
    case "replaceAll": return .replaceAll(try options.rows(fields, nil, "rows"))
    default: return .query(try options.filter(fields, of: self.name, madeBy: "udf.entities"))
    }
  }

  private func update(_ fields: PackedRecord, _ place: String) throws -> (key: EntityKey, changes: PackedRecord) {
    guard let changes = fields.packed("changes") else {
      throw NativeFailure("\(place)changes must be a table of fields, got \(fields["changes"].shown)")
    }
    return (try EntitiesOptions.key(fields["key"], at: "\(place)key"), changes)
  }

  func plain(_ action: EntitiesAction) -> (name: String, fields: Record) {
    switch action {
    case .upsert(let rows): ("upsert", ["rows": .list(rows.map { .map($0.record) })])
    case .update(let key, let changes):
      ("update", ["key": .string(key.description), "changes": .map(changes.record)])
    case .updateAll(let updates):
      (
        "update",
        ["updates": .list(updates.map { ["key": .string($0.key.description), "changes": .map($0.changes.record)] })]
      )
    case .remove(let keys): ("remove", ["keys": .list(keys.map { .string($0.description) })])
    case .replaceAll(let rows): ("replaceAll", ["rows": .list(rows.map { .map($0.record) })])
    case .query(let filter): ("query", filter.record)
    }
  }
}
