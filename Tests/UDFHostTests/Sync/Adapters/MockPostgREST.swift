import LuaRuntime

/// A mock of PostgREST with a table `tasks`, with the requests of the adapter only.
struct MockPostgREST: MockAPI {
  static let block = 1
  static let feature = "tasks"
  static let variable = "POSTGREST_PASSWORD"
  static func key(_ number: Int) -> String { "'t\(number)'" }
  static func isChange(_ request: MockRequest) -> Bool { request.method != "GET" && request.path == "/tasks" }

  private var table: [String: Record] = [:]
  private var microseconds = 100_000
  private var session = 1
  private(set) var changes = 0

  /// The rows were made in one statement, so they have one time.
  init(titles: [String]) {
    for (index, title) in titles.enumerated() {
      let id = "t\(index + 1)"
      table[id] = [
        "id": .string(id), "title": .string(title), "madeBy": .null, "deleted_at": .null, "created_at": now,
        "updated_at": now,
      ]
    }
  }

  private var now: Value { .string("2026-01-01T00:00:00.\(microseconds)+00:00") }

  private var ordered: [Record] {
    table.values.sorted {
      ($0["updated_at"].text ?? "", $0["id"].text ?? "") < ($1["updated_at"].text ?? "", $1["id"].text ?? "")
    }
  }

  var rows: [Record] { ordered.filter { $0["deleted_at"] == .null } }

  mutating func edit(_ number: Int, _ field: String, _ value: Value) { write("t\(number)", [field: value]) }
  mutating func delete(_ number: Int) { edit(number, "deleted_at", now) }
  mutating func expire() { session += 1 }

  /// Sets columns of a row as an UPDATE or an INSERT does, with a trigger for the time.
  @discardableResult
  private mutating func write(_ id: String, _ columns: Record) -> Record {
    microseconds += 1
    var row = table[id] ?? ["id": .string(id), "madeBy": .null, "deleted_at": .null, "created_at": now]
    for (name, value) in columns { row[name] = name == "deleted_at" && value == "now" ? now : value }
    row["updated_at"] = now
    table[id] = row
    return row
  }

  mutating func answer(_ request: MockRequest) -> MockAnswer {
    if request.path == "/rpc/login" {
      guard request.json["password"] == "secret" else { return error(403, "28P01", "wrong password") }
      return MockAnswer(json: ["token": .string("jwt.\(session)")])
    }
    guard request.headers["authorization"] == "Bearer jwt.\(session)" else {
      return error(401, "PGRST301", "JWT expired")
    }
    let returns = request.headers["prefer"]?.contains("return=representation") == true
    switch request.method {
    case "POST":
      guard request.headers["prefer"]?.contains("resolution=merge-duplicates") == true else {
        return error(409, "23505", "duplicate key")
      }
      return change(request.json.items.map { ($0["id"].text ?? "", $0.fields) }, status: 201, returns: returns)
    case "PATCH":
      let rows = matching(request).map { ($0["id"].text ?? "", request.json.fields) }
      return change(rows, status: 200, returns: returns)
    default: return MockAnswer(json: .list(matching(request).map { .map($0) }))
    }
  }

  private mutating func change(_ rows: [(id: String, columns: Record)], status: Int, returns: Bool) -> MockAnswer {
    guard !rows.contains(where: { $0.columns["title"] == "" }) else {
      return error(400, "23514", "a task needs a title")
    }
    changes += rows.count
    let written = rows.map { Value.map(write($0.id, $0.columns)) }
    return MockAnswer(status: status, json: returns ? .list(written) : .none)
  }

  /// The rows that the conditions of a request are true of.
  private func matching(_ request: MockRequest) -> [Record] {
    var rows = ordered
    for name in ["id", "updated_at"] {
      if let value = request.query[name]?.dropFirst("eq.".count) { rows.removeAll { $0[name].text != String(value) } }
    }
    let after = /\(updated_at\.gt\."(.+?)",and\(updated_at\.eq\."(.+?)",id\.gt\."(.+?)"\)\)/
    if let match = request.query["or"]?.wholeMatch(of: after) {
      let (time, same, id) = (String(match.1), String(match.2), String(match.3))
      rows.removeAll { row in
        let (updated, key) = (row["updated_at"].text ?? "", row["id"].text ?? "")
        return !(updated > time || updated == same && key > id)
      }
    }
    return Array(rows.prefix(Int(request.query["limit"] ?? "") ?? .max))
  }

  private func error(_ status: Int, _ code: Value, _ message: Value) -> MockAnswer {
    MockAnswer(status: status, json: ["code": code, "message": message])
  }
}
