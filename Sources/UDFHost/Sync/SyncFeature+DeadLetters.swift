import LuaRuntime
import UDF
import UDFSync

// What actions ask for dead letters, checked against those that the feature has.
extension SyncFeature {
  /// The id of a row of the field `dead`.
  static func id(ofDead row: PackedRecord) -> Int64 { Int64(row["mutation"].integer ?? 0) }

  /// The dead letters that `retry` and `bury` name by `id` or `ids`; nil: all.
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
    default: throw NativeFailure("id and ids are both there", fix: "send one of them")
    }
  }

  func amendment(_ fields: PackedRecord) throws(NativeFailure) -> SyncAction {
    let (row, patch) = (fields.packed("row"), fields.packed("patch"))
    guard let id = fields["id"].integer, let body = row ?? patch, row == nil || patch == nil else {
      throw NativeFailure(
        "either row or patch must be a table of fields",
        fix: "send { id = …, row = { … } } for a put, or { id = …, patch = { … } } for a patch")
    }
    return .amend(Int64(id), row == nil ? .patch : .put, try sendable(body, row == nil ? "patch" : "row"))
  }

  /// The dead letter with an id. Throws if the feature has none.
  func deadLetter(_ id: Int64, in state: State) throws(NativeFailure) -> PackedRecord {
    if let letter = state.dead[id] { return letter }
    throw NativeFailure(
      "there is no dead letter \(id)",
      fix: "send the field mutation of a row in state.\(name).dead; the first read of the state opens the cache")
  }

  /// Throws why a row or a patch cannot take the place of the one that was refused.
  func check(_ operation: Mutation.Operation, _ body: PackedRecord, amends letter: PackedRecord) throws(NativeFailure) {
    let (id, key, found) = (Self.id(ofDead: letter), letter["key"].text ?? "", letter["op"].text ?? "")
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
