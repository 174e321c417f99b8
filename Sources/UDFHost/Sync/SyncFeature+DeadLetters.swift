import LuaRuntime
import UDF
import UDFEngines
import UDFFields
import UDFSync

// Validates the requests of actions for dead letters.
extension SyncFeature {
  /// Returns the id of a row of the field `dead`.
  static func id(ofDead row: PackedRecord) -> Int64 { Int64(row["mutation"].integer ?? 0) }

  /// Returns the dead letters that `retry` and `bury` name by `id` or `ids`; nil: all.
  func ids(_ fields: PackedRecord) throws(NativeFailure) -> [Int64]? {
    switch (fields["id"].integer, fields["ids"]) {
    case (nil, .none): return nil
    case (let id?, .none): return [Int64(id)]
    case (nil, .map([:])): return []
    case (nil, .list(let items)) where items.allSatisfy({ $0.integer != nil }): return items.compactMap(\.wholeNumber)
    case (nil, let other):
      throw NativeFailure(
        "ids must be a list of whole numbers, got \(other.shown)",
        fix: "send { id = 7 }, { ids = { 7, 8 } }, or {} for all")
    default: throw NativeFailure("id and ids are both set", fix: "send one of them")
    }
  }

  func amendment(_ fields: PackedRecord) throws(NativeFailure) -> SyncAction {
    let (row, patch) = (fields.packed("row"), fields.packed("patch"))
    if let id = fields["id"].integer, fields["all"] != .none, row == nil, patch == nil {
      return .amendAll(Int64(id), try allChanges(fields))
    }
    guard let id = fields["id"].integer, let body = row ?? patch, row == nil || patch == nil else {
      throw NativeFailure(
        "either row or patch must be a table of fields",
        fix:
          "send { id = …, row = { … } } for a put, { id = …, patch = { … } } for a patch, or { id = …, all = { … } } "
          + "for several changes")
    }
    return .amend(Int64(id), row == nil ? .patch : .put, try sendable(body, row == nil ? "patch" : "row"))
  }

  /// Returns the dead letter with an id. Throws if the feature has none.
  func deadLetter(_ id: Int64, in state: State) throws(NativeFailure) -> PackedRecord {
    if let letter = state.dead[id] { return letter }
    throw NativeFailure(
      "there is no dead letter \(id)",
      fix: "send the field mutation of a row in state.\(name).dead; the first read of the state opens the cache")
  }

  /// Throws if several changes cannot replace the refused ones.
  func checkAll(amends letter: PackedRecord) throws(NativeFailure) {
    guard letter["op"].text != "all" else { return }
    let (id, found) = (Self.id(ofDead: letter), letter["op"].text ?? "")
    throw NativeFailure(
      "dead letter \(id) is a single \(found); a list all cannot amend it",
      fix: "send its row or patch, or bury it and send \(name).mutate{ all = { … } }")
  }

  /// Throws if a row or a patch cannot replace the refused one.
  func check(_ operation: Mutation.Operation, _ body: PackedRecord, amends letter: PackedRecord) throws(NativeFailure) {
    let (id, key, found) = (Self.id(ofDead: letter), letter["key"].text ?? "", letter["op"].text ?? "")
    guard found != "all" else {
      throw NativeFailure(
        "dead letter \(id) has several changes; a single one cannot amend it",
        fix: "send \(name).amend{ id = \(id), all = { … } } with all the changes")
    }
    let (fields, changed) = (["put": "row", "patch": "patch"], body[options.key])
    let given = fields[operation.rawValue] ?? ""
    guard found == operation.rawValue else {
      throw NativeFailure(
        "dead letter \(id) is a \(found) of \"\(key)\", which a \(given) cannot amend",
        fix: fields[found].map { "send \(name).amend{ id = \(id), \($0) = { … } }" }
          ?? "send \(name).retry{ id = \(id) } or \(name).bury{ id = \(id) }")
    }
    guard EntitiesOptions.key(changed)?.description == key || operation == .patch && changed == .none else {
      throw NativeFailure(
        "\(given).\(options.key) must be the key of dead letter \(id), \"\(key)\", got \(changed.shown)",
        fix: "keep the key; for another row bury the dead letter and send \(name).mutate{ put = { … } }")
    }
  }
}
