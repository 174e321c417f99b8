import LuaRuntime
import UDF
import UDFEngines
import UDFFields
import UDFServices
import UDFSync

// Validates the requested changes of actions before the engine receives them.
extension SyncFeature {
  /// Returns the changes of `mutate`: one, or those of the list `all`.
  func changes(_ fields: PackedRecord) throws(NativeFailure) -> OneOrMore<SyncChange> {
    guard fields["all"] != .none else { return OneOrMore(try change(fields, at: "")) }
    guard let other = ["put", "key", "patch", "delete"].first(where: { fields[$0] != .none }) else {
      return try allChanges(fields)
    }
    throw NativeFailure("\(other) and all are both set", fix: "put \(other) into one of the changes in all")
  }

  /// Returns the changes of the list `all`.
  func allChanges(_ fields: PackedRecord) throws(NativeFailure) -> OneOrMore<SyncChange> {
    let fix = "send { all = { { put = row }, { key = …, patch = { … } }, { key = …, delete = true } } }"
    guard let items = fields.records("all") else {
      throw NativeFailure("all must be a list of changes, got \(fields["all"].shown)", fix: fix)
    }
    guard items.count <= Mutation.mostParts else {
      throw NativeFailure("all has \(items.count) changes; at most \(Mutation.mostParts) are allowed in one mutation")
    }
    var changes: [SyncChange] = []
    for (index, item) in items.enumerated() { changes.append(try change(item, at: "all[\(index + 1)].")) }
    guard let changes = OneOrMore(changes) else { throw NativeFailure("all has no changes", fix: fix) }
    return changes
  }

  /// Returns one change, at a place of the action; a place that is not empty ends with a dot.
  private func change(_ fields: PackedRecord, at place: String) throws(NativeFailure) -> SyncChange {
    let inside = place.isEmpty ? "" : "\(place.dropLast()): "
    let (collection, keyField) = try collection(fields, at: place)
    let operations = ["put", "patch", "delete"].filter { fields[$0] != .none && fields[$0] != false }
    guard operations.count == 1 else {
      throw NativeFailure(
        inside + (operations.isEmpty ? "there is no change" : "\(operations.joined(separator: " and ")) are both set"),
        fix: "send { put = row }, { key = …, patch = { … } } or { key = …, delete = true }")
    }
    if operations == ["put"] {
      guard fields["key"] == .none else {
        throw NativeFailure("\(inside)key and put are both set", fix: "leave key out: the row has its own")
      }
      guard let row = fields.packed("put") else {
        throw NativeFailure("\(place)put must be a row, a table of fields, got \(fields["put"].shown)")
      }
      let key = try key(row[keyField], at: "\(place)put.\(keyField)")
      return SyncChange(collection: collection, operation: .put, key: key, body: try sendable(row, "\(place)put"))
    }
    let key = try key(fields["key"], at: "\(place)key")
    if operations == ["delete"] { return SyncChange(collection: collection, operation: .delete, key: key, body: nil) }
    guard let patch = fields.packed("patch") else {
      throw NativeFailure("\(place)patch must be a table of fields, got \(fields["patch"].shown)")
    }
    let changed = patch[keyField]
    if changed != .none, EntitiesOptions.key(changed) != key {
      throw NativeFailure(
        "\(place)patch.\(keyField) must be the key of the row, \"\(key)\"",
        fix: "to give a row another key, put a new row and delete the old one")
    }
    return SyncChange(collection: collection, operation: .patch, key: key, body: try sendable(patch, "\(place)patch"))
  }

  private func key(_ value: Value, at place: String) throws(NativeFailure) -> EntityKey {
    let key = try EntitiesOptions.key(value, at: place)
    if key.description.isEmpty { throw NativeFailure("\(place) must not be empty", fix: "give the row a key") }
    return key
  }

  /// Returns the collection that a change names, by default the feature's own, and the collection's key field.
  private func collection(
    _ fields: PackedRecord, at place: String
  ) throws(NativeFailure) -> (SyncChange.Collection, keyField: String) {
    let given = fields["collection"]
    let home = SyncChange.Collection(name: neighbours.own, isOwn: true)
    guard given != .none, given != .string(neighbours.own) || neighbours.own.isEmpty else { return (home, options.key) }
    let known = neighbours.keys.keys.sorted()
    guard let name = given.text, let key = neighbours.keys[name] else {
      guard !known.isEmpty else {
        throw NativeFailure(
          "\(place)collection is set, but \(self.name) is declared without one",
          fix: "leave it out, or give the features of an address udf.sync { collection = …, remote = … }")
      }
      throw NativeFailure(
        "\(place)collection must be one of \(known.map { "\"\($0)\"" }.joined(separator: ", ")), got \(given.shown)",
        fix: "name a collection that a feature of the app keeps at the same address")
    }
    return (SyncChange.Collection(name: name, isOwn: false), key)
  }

  func sendable(_ body: PackedRecord, _ place: String) throws(NativeFailure) -> PackedRecord {
    var writer = JSONWriter()
    do throws(JSONRefusal) { try writer.write(.map(body.record), at: place) } catch {
      throw NativeFailure("\(error.place) cannot be written as JSON, which a server needs: \(error.reason)")
    }
    return body
  }
}
