import LuaRuntime
import UDF
import UDFServices
import UDFSync

extension PushRequest {
  /// The mutations as a remote's `push` in Lua is given them.
  var plain: Value {
    .list(
      mutations.map { mutation in
        let base = bases[mutation.key]
        return [
          "id": .integer(mutation.number), "client": .string(mutation.client),
          "op": .string(mutation.operation.rawValue), "key": .string(mutation.key.description),
          "row": mutation.plainBody, "base": Value(json: base?.body),
          "version": base.map { $0.version == 0 ? .none : .integer($0.version) } ?? .none,
        ]
      })
  }
}

extension Mutation {
  /// The row or patch as scripts see it; `.none` for a deletion.
  var plainBody: Value { Value(json: body) }
}

extension Value {
  fileprivate init(json: [UInt8]?) { self = json.flatMap { try? JSONReader.value(of: $0) } ?? .none }
}

extension PushReply {
  /// What an entry of the answer of `push` may have.
  private static let known = ["id", "row", "version", "key", "conflict", "refused"]

  /// Reads the answer of a remote's `push` in Lua; nothing means that the server has made all mutations. Throws what is wrong
  /// with it.
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
    // An ignored key could be a refusal, and the mutation would count as made.
    if case .map(let fields) = item, let unknown = fields.first(where: { !known.contains($0.key) })?.key {
      throw read.garbled("\(place): unknown key \"\(unknown)\".\(didYouMean(unknown, among: known))")
    }
    let isConflict = try read.value(item["conflict"], at: "\(place).conflict", "true or false", \.flag) ?? false
    let version = try read.value(item["version"], at: "\(place).version", "an integer", \.wholeNumber)
    if item["refused"] != .none {
      guard let code = item["refused"]["code"].text,
        let message = item["refused"]["message"].text ?? (item["refused"]["message"] == .none ? code : nil)
      else {
        throw read.garbled(
          "\(place).refused must be { code = …, message = … } with strings, got \(item["refused"])")
      }
      return .rejected(code: code, message: message)
    }
    if isConflict { return .conflict }
    let given = try read.value(item["key"], at: "\(place).key", "a string that is not empty, or an integer") { value in
      value.wholeNumber.map { GivenKey($0) } ?? value.text.flatMap { $0.isEmpty ? nil : GivenKey($0) }
    }
    guard item["row"] == .none else {
      let change = try read.change(item["row"], at: "\(place).row", key: collection.key) { _ in version }
      guard given?.key ?? change.key == change.key else {
        throw read.garbled("\(place).key must be the key of its row, \"\(change.key)\", got \(item["key"].shown)")
      }
      return .stored(change)
    }
    return given.map(Outcome.keyed) ?? .applied
  }
}
