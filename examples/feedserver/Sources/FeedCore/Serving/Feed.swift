import Foundation

/// Answers requests of the sync protocol out of a model.
package actor Feed {
  private var model: FeedModel
  private var desk: Desk
  private var random: SplitMix
  /// The part of the answers that goes wrong, from 0 to 1.
  private var faults: Double
  private let kinds: [Fault]

  package init(
    _ model: FeedModel, desk: Desk = Desk(drawer: [], seed: 0), faults: Double = 0, kinds: [Fault] = Fault.allCases,
    seed: UInt64 = 0
  ) {
    self.model = model
    self.desk = desk
    self.faults = faults
    self.kinds = kinds
    random = SplitMix(state: seed)
  }

  /// Lets the desk do one thing, and gives what.
  package func work() -> String { desk.work(on: &model) }

  /// From now on this part of the answers goes wrong.
  package func fail(_ faults: Double) { self.faults = faults }

  package func answer(_ request: FeedRequest) async throws -> FeedAnswer {
    let fault = Double.random(in: 0..<1, using: &random) < faults ? kinds.randomElement(using: &random) : nil
    switch fault {
    case .busy:
      var response = try failure(503, "busy", "this server was asked to fail now and then")
      response.headers["Retry-After"] = "1"
      return response
    case .login: return FeedAnswer(status: 200, phrase: "OK", body: Data("<!DOCTYPE html><p>Please log in.".utf8))
    case .slow: try await Task.sleep(for: .seconds(3))
    case .cut, .lost, nil: break
    }
    var response = try rightAnswer(request)
    if fault == .lost { response = try failure(502, "lost", "this server was asked to fail now and then") }
    if fault == .cut { response.body = response.body.prefix(response.body.count / 2) }
    return response
  }

  private func rightAnswer(_ request: FeedRequest) throws -> FeedAnswer {
    do {
      switch (request.method, request.path) {
      case ("GET", "/changes"): return try changes(request)
      case ("POST", "/mutations"): return try mutations(request.body)
      default:
        throw FeedProblem(404, "unknown", "there are GET /changes and POST /mutations, see the sync protocol")
      }
    } catch let problem as FeedProblem {
      return try failure(problem.status, problem.code, problem.message)
    }
  }

  private func changes(_ request: FeedRequest) throws -> FeedAnswer {
    let client = request.query["client"] ?? ""
    try check(schema: try number(request.query["schema"], "schema", or: 1))
    let limit = try number(request.query["limit"], "limit", or: 1000)
    let page = try model.page(since: request.query["since"], limit: min(limit, 10_000), client: client)
    var headers: [String: String] = [:]
    if !page.hasMore {
      let etag = model.etag(for: client)
      headers["ETag"] = etag
      // The name of the present state says nothing of what somebody has who asks with an older token.
      if page.from == page.next, request.ifNoneMatch == etag {
        return FeedAnswer(status: 304, phrase: "Not Modified", headers: headers)
      }
    }
    headers["Content-Type"] = "application/x-ndjson"
    return FeedAnswer(status: 200, phrase: "OK", headers: headers, body: try page.lines())
  }

  private func mutations(_ body: Data) throws -> FeedAnswer {
    let pushed: FeedMutations
    do {
      pushed = try JSONDecoder().decode(FeedMutations.self, from: body)
    } catch {
      throw FeedProblem(400, "invalid", "the body is not {\"client\": …, \"schema\": 1, \"mutations\": […]}")
    }
    try check(schema: pushed.schema)
    let results = model.push(pushed.mutations, client: pushed.client).map { id, refusal in
      var result: Row = ["id": .integer(id)]
      result["code"] = refusal.map { .string($0.code) }
      result["message"] = refusal.map { .string($0.message) }
      return JSON.object(result)
    }
    return try json(.object(["results": .list(results)]), 200, "OK")
  }

  private func check(schema: Int) throws(FeedProblem) {
    guard schema == 1 else { throw FeedProblem(426, "schema", "this server has articles of schema 1, not \(schema)") }
  }

  private func number(_ text: String?, _ name: String, or usual: Int) throws(FeedProblem) -> Int {
    guard let text else { return usual }
    guard let number = Int(text), number > 0 else {
      throw FeedProblem(400, "invalid", "\(name) must be a number from 1, got \(text)")
    }
    return number
  }

  private func failure(_ status: Int, _ code: String, _ message: String) throws -> FeedAnswer {
    try json(.object(["code": .string(code), "message": .string(message)]), status, code)
  }

  private func json(_ value: JSON, _ status: Int, _ phrase: String) throws -> FeedAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return FeedAnswer(
      status: status, phrase: phrase, headers: ["Content-Type": "application/json"], body: try encoder.encode(value))
  }
}
