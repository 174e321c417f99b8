import LuaRuntime

/// A REST API in the manner of GitHub's, as far as the adapter asks for it.
struct MockIssues: MockAPI {
  static let block = 2
  static let feature = "issues"
  static let variable = "ISSUES_TOKEN"
  static func key(_ number: Int) -> String { "\(number)" }
  static func isChange(_ request: MockRequest) -> Bool { request.method != "GET" && request.path != "/token" }

  private(set) var rows: [Record] = []
  private var last: Int64 = 0
  private var session = 1
  /// Counts everything that changes the list.
  private var edits = 0
  private(set) var changes = 0
  /// What was answered to requests with an idempotency key.
  private var answers: [String: MockAnswer] = [:]
  /// The seconds of `Retry-After` in the answer to the next request.
  var wait: Int?

  init(titles: [String]) {
    for title in titles { _ = add(["title": .string(title)]) }
  }

  mutating func edit(_ number: Int, _ field: String, _ value: Value) {
    guard let index = rows.firstIndex(where: { $0["number"].integer == number }) else { return }
    change(index, [field: value])
  }

  mutating func delete(_ number: Int) {
    edits += 1
    rows.removeAll { $0["number"].integer == number }
  }

  mutating func expire() { session += 1 }

  private mutating func add(_ fields: Record) -> Record {
    last += 1
    edits += 1
    var row = fields
    (row["number"], row["version"]) = (.integer(last), 1)
    rows.append(row)
    return row
  }

  private mutating func change(_ index: Int, _ fields: Record) {
    edits += 1
    for (name, value) in fields where name != "number" && name != "version" { rows[index][name] = value }
    rows[index]["version"] = .integer(Int64(rows[index]["version"].integer ?? 0) + 1)
  }

  mutating func answer(_ request: MockRequest) -> MockAnswer {
    if request.path == "/token" {
      guard request.json["refresh_token"] == "secret" else { return error(400, "the refresh token is wrong") }
      return MockAnswer(json: ["access_token": .string("t\(session)")])
    }
    guard request.headers["authorization"] == "Bearer t\(session)" else { return error(401, "Bad credentials") }
    if let seconds = wait {
      wait = nil
      var answer = error(403, "You have exceeded a secondary rate limit")
      answer.headers["Retry-After"] = "\(seconds)"
      return answer
    }
    if request.method == "GET", request.path == "/issues" { return list(request) }
    if request.method == "GET" {
      return index(request).map { MockAnswer(json: .map(rows[$0])) } ?? error(404, "Not Found")
    }
    guard let key = request.headers["idempotency-key"] else { return error(400, "there is no idempotency key") }
    if var known = answers[key] {
      known.headers["Idempotent-Replayed"] = "true"
      return known
    }
    let answer = changed(request)
    if answer.status < 300 { answers[key] = answer }
    return answer
  }

  private mutating func changed(_ request: MockRequest) -> MockAnswer {
    guard request.json["title"] != "" else { return error(422, "an issue needs a title") }
    if request.method == "POST" {
      changes += 1
      return MockAnswer(status: 201, json: .map(add(request.json.fields)))
    }
    guard let index = index(request) else { return error(404, "Not Found") }
    guard request.headers["if-match"] == "\"\(rows[index]["version"].integer ?? 0)\"" else {
      return error(412, "Precondition Failed")
    }
    changes += 1
    if request.method == "DELETE" {
      edits += 1
      rows.remove(at: index)
      return MockAnswer(status: 204)
    }
    change(index, request.json.fields)
    return MockAnswer(json: .map(rows[index]))
  }

  /// The index of the issue that a path names.
  private func index(_ request: MockRequest) -> Int? {
    let number = Int(request.path.dropFirst("/issues/".count))
    return rows.firstIndex { $0["number"].integer == number }
  }

  private func list(_ request: MockRequest) -> MockAnswer {
    let etag = "\"list-\(edits)\""
    guard request.headers["if-none-match"] != etag else { return MockAnswer(status: 304, headers: ["ETag": etag]) }
    let page = Int(request.query["page"] ?? "") ?? 1
    let size = min(100, Int(request.query["per_page"] ?? "") ?? 30)
    let found = rows.dropFirst((page - 1) * size).prefix(size)
    var headers = ["ETag": etag]
    if rows.count > page * size {
      let url = "http://api.test/issues?per_page=\(size)&page="
      headers["Link"] = "<\(url)\(page + 1)>; rel=\"next\", <\(url)\((rows.count + size - 1) / size)>; rel=\"last\""
    }
    return MockAnswer(json: .list(found.map { .map($0) }), headers: headers)
  }

  private func error(_ status: Int, _ message: Value) -> MockAnswer {
    MockAnswer(status: status, json: ["message": message])
  }
}
