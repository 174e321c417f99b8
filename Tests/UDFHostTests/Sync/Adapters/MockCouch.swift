import LuaRuntime

/// A mock of CouchDB with a database `notes`, with the requests of the adapter only.
struct MockCouch: MockAPI {
  static let block = 0
  static let feature = "notes"
  static let variable = "COUCHDB_PASSWORD"
  static func key(_ number: Int) -> String { "'n \(number)'" }
  static func isChange(_ request: MockRequest) -> Bool { ["PUT", "DELETE"].contains(request.method) }

  /// The last revision of each document, those that are deleted too, in the order of their changes.
  private var documents: [(sequence: Int, document: Record)] = []
  private var sequence = 0
  private var session = 1
  private(set) var changes = 0

  init(titles: [String]) {
    write(["_id": "_design/notes", "validate_doc_update": "function (doc) { … }"])
    for (index, title) in titles.enumerated() { write(["_id": .string("n \(index + 1)"), "title": .string(title)]) }
  }

  var rows: [Record] {
    documents.map(\.document).filter { $0["_deleted"] == .none && $0["_id"].text?.hasPrefix("_design/") == false }
  }

  mutating func edit(_ number: Int, _ field: String, _ value: Value) {
    guard var document = document("n \(number)") else { return }
    document[field] = value
    write(document)
  }

  mutating func delete(_ number: Int) { edit(number, "_deleted", true) }
  mutating func expire() { session += 1 }

  private func document(_ id: String) -> Record? { documents.first { $0.document["_id"] == .string(id) }?.document }

  /// Stores a document under its next revision, and returns it.
  @discardableResult
  private mutating func write(_ document: Record) -> Record {
    var document = document
    let generation = document["_rev"].text.flatMap { Int($0.prefix { $0 != "-" }) } ?? 0
    document["_rev"] = .string("\(generation + 1)-\(sequence)")
    sequence += 1
    documents.removeAll { $0.document["_id"] == document["_id"] }
    documents.append((sequence, document))
    return document
  }

  mutating func answer(_ request: MockRequest) -> MockAnswer {
    if request.path == "/_session" {
      guard request.json["password"] == "secret" else { return error(401, "unauthorized", "Name or password is wrong") }
      return MockAnswer(headers: ["Set-Cookie": "AuthSession=\(session); Version=1; Path=/; HttpOnly"])
    }
    guard request.headers["cookie"] == "AuthSession=\(session)" else {
      return error(401, "unauthorized", "You are not authorized to access this db")
    }
    if request.path == "/notes/_changes" { return feed(request) }
    let id = String(request.path.dropFirst("/notes/".count))
    let present = document(id).flatMap { $0["_deleted"] == .none ? $0 : nil }
    switch request.method {
    case "PUT":
      guard present?["_rev"] ?? .none == request.json["_rev"] else { return conflict }
      guard request.json["title"] != "" else { return error(403, "forbidden", "a note needs a title") }
      changes += 1
      return MockAnswer(status: 201, json: ["ok": true, "rev": write(request.json.fields)["_rev"]])
    case "DELETE":
      guard var present else { return error(404, "not_found", "deleted") }
      guard present["_rev"].text == request.query["rev"] else { return conflict }
      changes += 1
      present["_deleted"] = true
      return MockAnswer(json: ["ok": true, "rev": write(present)["_rev"]])
    default: return present.map { MockAnswer(json: .map($0)) } ?? error(404, "not_found", "missing")
    }
  }

  private func feed(_ request: MockRequest) -> MockAnswer {
    let since = Int(request.query["since"]?.prefix { $0 != "-" } ?? "0") ?? 0
    let later = documents.filter { $0.sequence > since }
    let page = later.prefix(Int(request.query["limit"] ?? "") ?? .max)
    let results = page.map { entry -> Value in
      ["id": entry.document["_id"], "deleted": entry.document["_deleted"], "doc": .map(entry.document)]
    }
    return MockAnswer(
      json: [
        "results": .list(results), "last_seq": .string("\(page.last?.sequence ?? since)-g1AAAA"),
        "pending": .integer(Int64(later.count - page.count)),
      ])
  }

  private var conflict: MockAnswer { error(409, "conflict", "Document update conflict.") }

  private func error(_ status: Int, _ error: Value, _ reason: Value) -> MockAnswer {
    MockAnswer(status: status, json: ["error": error, "reason": reason])
  }
}
