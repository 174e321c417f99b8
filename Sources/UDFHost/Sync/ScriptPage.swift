import LuaRuntime
import UDF
import UDFSync

/// What a remote's `pull` in Lua has given, read as a page.
struct ScriptPage {
  let page: PullPage

  /// Throws what is wrong with it.
  init(_ answer: Value, of collection: SyncCollection) throws(RemoteFailure) {
    let name = collection.name
    func garbled(_ problem: String) -> RemoteFailure { RemoteFailure(.garbled, "\(name): remote.pull: \(problem)") }
    guard case .map(let fields) = answer else {
      throw garbled("must give { changes = { … } }, gave \(answer.shown)")
    }
    let known = ["changes", "next", "more", "from", "mutation", "versions", "etag", "age"]
    if let unknown = fields.first(where: { !known.contains($0.key) })?.key {
      throw garbled("unknown key \"\(unknown)\".\(didYouMean(unknown, among: known))")
    }
    let next = fields["next"]
    guard next == .none || next.text != nil else {
      throw garbled("next must be a string, the token to go on with, got \(next.shown)")
    }
    guard next != .none || fields["more"] != true else { throw garbled("more needs next, the token to go on with") }
    let changes = fields["changes"]
    guard changes == .map([:]) || changes.kind == "list" else {
      throw garbled("changes must be a list of rows, got \(changes.shown)")
    }
    var read: [RowChange] = []
    for (index, item) in changes.items.enumerated() {
      let place = "changes[\(index + 1)]"
      guard case .map(let row) = item else { throw garbled("\(place) must be a row, got \(item.shown)") }
      let isGone = row["deleted"] == true
      let field = isGone ? "key" : collection.key
      guard let key = EntitiesOptions.key(row[field]) else {
        throw garbled("\(place).\(field) must be a string or an integer, got \(row[field].shown)")
      }
      let version = fields["versions"][key.description].integer.map(Int64.init) ?? 0
      if isGone {
        read.append(.delete(key, version: version))
        continue
      }
      var writer = JSONWriter()
      do throws(JSONRefusal) { try writer.write(item, at: place) } catch {
        throw garbled("\(error.place) cannot be kept as JSON: \(error.reason)")
      }
      read.append(.put(SyncRow(key, version: version, body: Array(writer.text.utf8))))
    }
    page = PullPage(
      from: fields["from"].text.map { .some($0) }, next: next.text, hasMore: fields["more"] == true, changes: read,
      mutation: fields["mutation"].integer.map(Int64.init), etag: fields["etag"].text,
      age: fields["age"].double ?? 0)
  }
}

extension Mutation {
  /// As a remote's `push` in Lua is given it.
  var plain: Value {
    [
      "id": .integer(id), "op": .string(operation.rawValue), "key": .string(key.description),
      "row": body.flatMap { try? JSONReader.value(of: $0) } ?? .none,
    ]
  }
}

extension PushReply {
  /// What a remote's `push` in Lua has given; nothing means that all went well. Throws what is wrong with it.
  init(_ answer: Value, to request: PushRequest, of collection: SyncCollection) throws(RemoteFailure) {
    if answer == .none {
      self.init(request.mutations.map { ($0.id, .applied) })
      return
    }
    guard answer == .map([:]) || answer.kind == "list", answer.items.allSatisfy({ $0["id"].integer != nil }) else {
      throw RemoteFailure(
        .garbled,
        "\(collection.name): remote.push: must give nothing, or a list of { id = …, code = …, message = … }, "
          + "gave \(answer.shown)")
    }
    self.init(
      answer.items.map { item in
        let id = Int64(item["id"].integer ?? 0)
        guard let code = item["code"].text else { return (id, .applied) }
        return (id, .rejected(code: code, message: item["message"].text ?? code))
      })
  }
}
