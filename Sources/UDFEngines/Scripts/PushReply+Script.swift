import LuaRuntime
import UDF
import UDFServices
import UDFSync

extension PushReply {
  /// The keys that an entry in the result of `push` may have.
  private static let known = ["id", "row", "version", "key", "conflict", "refused", "all"]

  /// Reads the result of a remote's `push` in Lua; nil: the server has made all mutations. Throws if it is not valid.
  init(_ answer: Value, to request: PushRequest, of collection: SyncCollection) throws(RemoteFailure) {
    if answer == .none {
      self.init(request.mutations.map { ($0.number, .applied) })
      return
    }
    let read = ScriptAnswer(fields: answer, collection: collection.name, function: "push")
    guard answer == .map([:]) || answer.kind == "list", answer.items.allSatisfy({ $0["id"].wholeNumber != nil }) else {
      throw read.garbled(
        "must return nothing, or a list of { id = …, row = …, refused = { code = …, message = … } }, returned "
          + answer.shown)
    }
    var outcomes: [(id: Int64, outcome: Outcome)] = []
    for (index, item) in answer.items.enumerated() {
      guard let id = item["id"].wholeNumber else { continue }
      outcomes.append((id, try Self.outcome(item, at: "answer[\(index + 1)]", read, of: collection)))
    }
    self.init(outcomes)
  }

  private static func outcome(
    _ item: Value, at place: String, _ read: ScriptAnswer, of collection: SyncCollection
  ) throws(RemoteFailure) -> Outcome {
    // An unknown key must not be ignored: if it is a misspelt refusal, the mutation would count as made.
    if case .map(let fields) = item, let unknown = fields.first(where: { !known.contains($0.key) })?.key {
      throw read.garbled("\(place): unknown key \"\(unknown)\".\(didYouMean(unknown, among: known))")
    }
    let isConflict = try read.value(item["conflict"], at: "\(place).conflict", "true or false", \.flag) ?? false
    if item["refused"] != .none {
      guard let code = item["refused"]["code"].text,
        let message = item["refused"]["message"].text ?? (item["refused"]["message"] == .none ? code : nil)
      else {
        throw read.garbled(
          "\(place).refused must be { code = …, message = … } with strings, got \(item["refused"])")
      }
      return .rejected(code: code, message: message)
    }
    let made = try made(item, at: place, read, of: collection)
    return isConflict ? .conflict(rows: made.rows) : made
  }

  /// Reads the rows that the server has stored.
  private static func made(
    _ item: Value, at place: String, _ read: ScriptAnswer, of collection: SyncCollection
  ) throws(RemoteFailure) -> Outcome {
    let version = try read.value(item["version"], at: "\(place).version", "an integer", \.wholeNumber)
    if item["all"] != .none {
      guard item["all"].kind == "list" else {
        throw read.garbled("\(place).all must be a list with a result for each change, got \(item["all"].shown)")
      }
      var parts: [Outcome] = []
      for (index, part) in item["all"].items.enumerated() {
        parts.append(try outcome(part, at: "\(place).all[\(index + 1)]", read, of: collection))
      }
      return .all(parts)
    }
    let given = try read.value(item["key"], at: "\(place).key", "a string that is not empty, or an integer") { value in
      value.wholeNumber.map { GivenKey($0) } ?? value.text.flatMap { $0.isEmpty ? nil : GivenKey($0) }
    }
    guard item["row"] == .none else {
      let change = try read.change(item["row"], at: "\(place).row", key: collection.key) { _ in version }
      guard given?.key ?? change.key.key == change.key.key else {
        throw read.garbled("\(place).key must be the key of its row, \"\(change.key)\", got \(item["key"].shown)")
      }
      return .stored(change)
    }
    return given.map(Outcome.keyed) ?? .applied
  }
}

extension PushReply.Outcome {
  fileprivate var rows: [RowChange] {
    switch self {
    case .stored(let change): [change]
    case .all(let parts): parts.flatMap(\.rows)
    case .applied, .keyed, .conflict, .rejected: []
    }
  }
}
