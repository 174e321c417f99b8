import LuaRuntime
import UDF
import UDFServices
import UDFSync

/// What a remote's `pull` in Lua has given, read as a page.
struct ScriptPage {
  let page: PullPage

  /// Throws what is wrong with it.
  init(_ answer: Value, of collection: SyncCollection) throws(RemoteFailure) {
    let answer = ScriptAnswer(fields: answer, collection: collection.name)
    guard case .map(let fields) = answer.fields else {
      throw answer.garbled("must give { changes = { … } }, gave \(answer.fields.shown)")
    }
    let known = ["changes", "next", "more", "from", "mutation", "versions", "etag", "age"]
    if let unknown = fields.first(where: { !known.contains($0.key) })?.key {
      throw answer.garbled("unknown key \"\(unknown)\".\(didYouMean(unknown, among: known))")
    }
    let next = try answer.field("next", "a string, the token to go on with", \.text)
    let hasMore = try answer.field("more", "true or false", \.flag) ?? false
    guard next != nil || !hasMore else { throw answer.garbled("more needs next, the token to go on with") }
    let versions = try answer.versions
    let changes = fields["changes"]
    guard changes == .map([:]) || changes.kind == "list" else {
      throw answer.garbled("changes must be a list of rows, got \(changes.shown)")
    }
    var read: [RowChange] = []
    for (index, item) in changes.items.enumerated() {
      let place = "changes[\(index + 1)]"
      guard case .map(let row) = item else { throw answer.garbled("\(place) must be a row, got \(item.shown)") }
      let isGone = try answer.value(row["deleted"], at: "\(place).deleted", "true or false", \.flag) ?? false
      let field = isGone ? "key" : collection.key
      guard let key = EntitiesOptions.key(row[field]) else {
        throw answer.garbled("\(place).\(field) must be a string or an integer, got \(row[field].shown)")
      }
      guard key != EntityKey("") else { throw answer.garbled("\(place).\(field) is empty") }
      let version = versions[key] ?? 0
      if isGone {
        read.append(.delete(key, version: version))
        continue
      }
      var writer = JSONWriter()
      do throws(JSONRefusal) { try writer.write(item, at: place) } catch {
        throw answer.garbled("\(error.place) cannot be kept as JSON: \(error.reason)")
      }
      let body = writer.bytes
      // Once in the cache it could not be delivered.
      do throws(JSONProblem) { _ = try JSONReader.value(of: body) } catch {
        throw answer.garbled("\(place) cannot be kept as JSON: \(error.reason)")
      }
      read.append(.put(SyncRow(key, version: version, body: body)))
    }
    page = PullPage(
      from: try answer.field("from", "a string, the token that was asked with", \.text).map { .some($0) }, next: next,
      hasMore: hasMore, changes: read,
      mutation: try answer.field("mutation", "an integer, the id of the last mutation that was made", \.wholeNumber),
      etag: try answer.field("etag", "a string", \.text), age: try answer.age)
  }
}

extension Mutation {
  /// As a remote's `push` in Lua is given it.
  var plain: Value {
    [
      "id": .integer(number), "client": .string(client), "op": .string(operation.rawValue),
      "key": .string(key.description),
      "row": plainBody,
    ]
  }

  /// The row or patch as scripts see it; `.none` for a deletion.
  var plainBody: Value { body.flatMap { try? JSONReader.value(of: $0) } ?? .none }
}

extension PushReply {
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
        "must return nothing, or a list of { id = …, refused = { code = …, message = … } }, returned \(answer.shown)")
    }
    var outcomes: [(id: Int64, outcome: Outcome)] = []
    for (index, item) in answer.items.enumerated() {
      let (place, known) = ("answer[\(index + 1)]", ["id", "refused"])
      guard case .map(let fields) = item, let id = item["id"].wholeNumber else { continue }
      // An ignored key could be a refusal, and the mutation would count as made.
      if let unknown = fields.first(where: { !known.contains($0.key) })?.key {
        throw read.garbled("\(place): unknown key \"\(unknown)\".\(didYouMean(unknown, among: known))")
      }
      guard item["refused"] != .none else {
        outcomes.append((id, .applied))
        continue
      }
      let code = item["refused"]["code"].text
      guard let code,
        let message = item["refused"]["message"].text ?? (item["refused"]["message"] == .none ? code : nil)
      else {
        throw read.garbled(
          "\(place).refused must be { code = …, message = … } with strings, got \(item["refused"])")
      }
      outcomes.append((id, .rejected(code: code, message: message)))
    }
    self.init(outcomes)
  }
}
