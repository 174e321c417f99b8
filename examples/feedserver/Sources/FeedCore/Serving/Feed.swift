import Foundation

/// Answers requests of the sync protocol from a model.
package actor Feed {
  private(set) var model: FeedModel
  /// The newest version of the protocol that this feed speaks.
  let newest: Int
  private var desk: Desk
  private var random: SplitMix
  /// The part of the answers that fail, from 0 to 1.
  private var faults: Double
  private let kinds: [Fault]
  /// The live streams that wait for a change, by number.
  var watchers: [Int: CheckedContinuation<Void, Never>] = [:]
  var lastWatcher = 0
  /// How often the live streams were asked for a comment.
  var beats = 0
  /// The changes of the last event, by their versions and the filter.
  var sharedLines: (versions: [Int64], filter: FeedFilter, lines: [Data]) = ([], .all, [])

  package init(
    _ model: FeedModel, desk: Desk = Desk(drawer: [], seed: 0), newest: Int = 2, faults: Double = 0,
    kinds: [Fault] = Fault.allCases, seed: UInt64 = 0
  ) {
    self.model = model
    self.newest = newest
    self.desk = desk
    self.faults = faults
    self.kinds = kinds
    random = SplitMix(state: seed)
  }

  /// Lets the desk do one thing, and returns a description of it.
  package func work() -> String {
    defer { wakeStreams() }
    return desk.work(on: &model)
  }

  /// A backup of rows, tokens and the outcomes of mutations.
  package func backup() -> FeedModel { model }

  /// Puts a backup back. What came after it is lost, and a new epoch begins.
  package func restore(_ backup: FeedModel, epoch: String) {
    model = backup
    model.beginEpoch(epoch)
    sharedLines = ([], .all, [])
    wakeStreams()
  }

  /// Sets the part of the answers that fail, from 0 to 1.
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
    var response = try rightAnswer(request, isCut: fault == .cut)
    if fault == .lost { response = try failure(502, "lost", "this server was asked to fail now and then") }
    if fault == .cut { response.body = response.body.prefix(response.body.count / 2) }
    return response
  }

  private func rightAnswer(_ request: FeedRequest, isCut: Bool) throws -> FeedAnswer {
    do {
      switch (request.method, request.path) {
      case ("GET", "/changes"): return try changes(request)
      case ("POST", "/mutations"): return try mutations(request.body)
      case ("GET", "/live") where newest > 1: return try live(request, isCut: isCut)
      default:
        let live = newest > 1 ? ", GET /live" : ""
        throw FeedProblem(404, "unknown", "there are GET /changes\(live) and POST /mutations, see the sync protocol")
      }
    } catch let problem as FeedProblem {
      return try failure(problem.status, problem.code, problem.message)
    }
  }

  private func changes(_ request: FeedRequest) throws -> FeedAnswer {
    let query = try FeedQuery(request, newest: newest)
    let page = try model.page(since: query.since, limit: query.limit, clients: query.clients, filter: query.filter)
    var headers: [String: String] = [:]
    if !page.hasMore {
      let etag = model.etag(for: query.clients)
      headers["ETag"] = etag
      // The ETag names the present state; it is no answer to a reader with an older token.
      if page.from == page.next, request.ifNoneMatch == etag {
        return FeedAnswer(status: 304, phrase: "Not Modified", headers: headers)
      }
    }
    headers["Content-Type"] = "application/x-ndjson"
    return FeedAnswer(status: 200, phrase: "OK", headers: headers, body: try page.lines(query.version))
  }

  private func mutations(_ body: Data) throws -> FeedAnswer {
    let pushed: FeedMutations
    do {
      pushed = try JSONDecoder().decode(FeedMutations.self, from: body)
    } catch {
      throw FeedProblem(400, "invalid", "the body is not {\"client\": …, \"schema\": 1, \"mutations\": […]}")
    }
    let schemas = pushed.schemas?.values.map(\.self) ?? [pushed.schema].compactMap(\.self)
    guard !schemas.isEmpty else { throw FeedProblem(400, "invalid", "the body has neither schema nor schemas") }
    for schema in schemas { try FeedQuery.check(schema: schema) }
    defer { wakeStreams() }
    let results = model.push(pushed.mutations, client: pushed.client).map { id, refusal in
      var result: Row = ["id": .integer(id)]
      result["code"] = refusal.map { .string($0.code) }
      result["message"] = refusal.map { .string($0.message) }
      return JSON.object(result)
    }
    return try json(.object(["results": .list(results)]), 200, "OK")
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
