import Foundation
import UDFNetwork

/// One check of a server: the rows that are known so far, and the results of the exchanges.
final class SyncCheckRun {
  struct Known {
    var version: Int64
    /// Nil if the row was deleted.
    var row: [String: JSONValue]?
  }

  let server: CheckedServer
  let options: SyncCheckOptions
  /// A row that the check may make, without its key.
  let template: [String: JSONValue]
  /// A random part of the client names and keys, so that no earlier check has used them.
  let name: String
  var first: String { "\(name)-a" }
  var second: String { "\(name)-b" }
  let keys: [String]

  var ledger = SyncRuleLedger()
  var version: Int64 = 2
  var offersLive = false
  var offersWhere = false
  /// Whether the server supports mutations of several rows.
  var takesAll = false
  var epoch: String?
  /// The token of the last page that the check has read, with its ETag.
  var token: String?
  var etag: String?
  var known: [String: Known] = [:]
  /// The last id that was sent under each client name.
  var lastIDs: [String: Int64] = [:]
  /// The last mutation of the first client name that wrote each key.
  var writers: [String: Int64] = [:]
  var madeKeys: Set<String> = []
  var leftovers: [String] = []
  /// The rows that results have returned since the last page.
  var returned: [ReturnedRow] = []
  /// The keys that the server gave rows, by the keys that were sent.
  var givenKeys: [String: String] = [:]
  /// A token and its ETag from before a later change.
  var earlier: (token: String, etag: String?)?

  /// The maximum number of pages in one read, so that a server that always announces more does not cause an endless
  /// loop.
  private static let pageLimit = 100

  init(_ server: CheckedServer, _ options: SyncCheckOptions, template: [String: JSONValue]) {
    self.server = server
    self.options = options
    self.template = template
    name = "udfhost-check-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    keys = (1...3).map { [name] in "\(name)-\($0)" }
  }

  var report: SyncCheckReport {
    SyncCheckReport(version: Int(version), results: ledger.results, leftovers: leftovers)
  }

  /// Requests a page. A failed request, or a status that is neither 200 nor allowed, breaks `rule`.
  func request(
    _ rule: SyncRule, since: String?, limit: Int = 1000, filter: [String: JSONValue] = [:], headers: HTTPHeaders = [:],
    protocolVersion: Int = 2, allowing allowed: Set<Int> = []
  ) async -> CheckedAnswer? {
    var query = query(since: since, limit: limit, protocolVersion: protocolVersion)
    if !filter.isEmpty { query.append(("where", JSONValue.object(filter).text)) }
    do throws(HTTPFailure) {
      let answer = try await server.get("changes", query, headers: headers)
      guard answer.status != 200, !allowed.contains(answer.status) else { return answer }
      fail(rule, answer, "expected status 200")
    } catch {
      fail(rule, "GET \(server.url)/changes", error)
    }
    return nil
  }

  func query(since: String?, limit: Int?, protocolVersion: Int = 2) -> [(String, String)] {
    var query = since.map { [("since", $0)] } ?? []
    if let limit { query.append(("limit", String(limit))) }
    query.append(("client", first))
    if protocolVersion > 1 { query.append(("clients", second)) }
    query.append(("schema", "1"))
    if protocolVersion > 1 { query.append(("protocol", String(protocolVersion))) }
    return query
  }

  /// Parses an answer as a page, and checks the rules for every page; nil if it is not a page.
  func page(in answer: CheckedAnswer, since: String?, limit: Int, isVersion1: Bool = false) -> CheckedPage? {
    let page = CheckedPage(answer.body, key: options.key)
    check(page, answer, since: since)
    ledger.expect(
      .pageLimit, page.lines.count <= limit,
      evidence(answer, "\(page.lines.count) changes came with limit=\(limit)"))
    if !isVersion1 { checkHead(page, answer) }
    return page.head == nil ? nil : page
  }

  /// Checks the rules for every page, including a page in an event.
  func check(_ page: CheckedPage, _ answer: CheckedAnswer, since: String?) {
    let rules: [SyncRule] = page.head == nil ? [.pageHead] : [.pageHead, .pageNext, .pageCount, .pageLines]
    for rule in rules {
      let problem = page.faults.first { $0.rule == rule }?.problem
      ledger.expect(rule, problem == nil, evidence(answer, problem ?? ""))
    }
    guard let from = page.head?["from"] else { return }
    ledger.expect(
      .pageFrom, from == (since.map(JSONValue.string) ?? .null),
      evidence(answer, "\"from\" is \(from.text), expected \(since.map { "\"\($0)\"" } ?? "null")"))
  }

  /// Checks the members of a head in an answer to `protocol=2`.
  private func checkHead(_ page: CheckedPage, _ answer: CheckedAnswer) {
    guard page.head != nil else { return }
    let isVersion = page.head?["version"] == nil || page.head?["version"]?.integer == 2
    ledger.expect(.version2, isVersion, evidence(answer, "\"version\" is \(page.text(of: "version"))"))
    guard page.version > 1 else { return }
    let expected = epoch ?? page.epoch
    ledger.expect(
      .epoch, page.epoch?.isEmpty == false && page.epoch == expected,
      evidence(answer, "\"epoch\" is \(page.text(of: "epoch"))\(epoch.map { ", before it was \"\($0)\"" } ?? "")"))
    epoch = expected
    let missing = [first, second].first { !(page.mutation(of: $0) ?? -1 >= 0) }
    ledger.expect(
      .mutationsByName, missing == nil,
      evidence(answer, "\"mutations\" has no number from 0 for \(missing ?? "")"))
  }

  /// Reads and records the changes since the last read. Returns whether it reached the end.
  @discardableResult
  func advance(_ rule: SyncRule) async -> Bool {
    // Without a token the server would send the same rows again.
    guard !ledger.isBroken(.pageNext) else { return false }
    if token == nil { known = [:] }
    for _ in 0..<Self.pageLimit {
      guard let answer = await request(rule, since: token),
        let page = page(in: answer, since: token, limit: 1000)
      else {
        return false
      }
      if token != nil { ledger.expect(.pageLater, true, evidence(answer, "")) }
      for line in page.lines { note(line, answer) }
      version = page.version
      offersLive = page.offersLive
      offersWhere = page.offersWhere
      takesAll = page.takesAll
      guard let next = page.next, !ledger.isBroken(.pageNext) else { return false }
      token = next
      etag = answer.etag
      confirmed = [first: page.mutation(of: first), second: page.mutation(of: second)].compactMapValues(\.self)
      if !page.hasMore {
        checkReturnedRows()
        return true
      }
    }
    return false
  }

  /// The last mutation that the last page has confirmed, for each client name.
  private(set) var confirmed: [String: Int64] = [:]

  private func note(_ line: CheckedPage.Line, _ answer: CheckedAnswer) {
    if let earlier = known[line.key] {
      let isAgain =
        earlier.version == line.version && (earlier.row == nil) == (line.row == nil)
        && (earlier.row.map(JSONValue.object) ?? .null) == (line.row.map(JSONValue.object) ?? .null)
      ledger.expect(
        .pageLater, !isAgain,
        evidence(answer, "[\(line.version), …] of \"\(line.key)\" was in an earlier page, before this since"))
      if !isAgain {
        ledger.expect(
          .rowVersion, line.version > earlier.version,
          evidence(answer, "\"\(line.key)\" changed at version \(earlier.version) and then at \(line.version)"))
      }
    }
    known[line.key] = Known(version: line.version, row: line.row)
  }

  // MARK: evidence

  func evidence(_ answer: CheckedAnswer, _ problem: String) -> SyncEvidence {
    SyncEvidence(sent: answer.sent, came: answer.came, problem: problem)
  }

  func fail(_ rule: SyncRule, _ answer: CheckedAnswer, _ problem: String) {
    ledger.expect(rule, false, evidence(answer, problem))
  }

  func fail(_ rule: SyncRule, _ sent: String, _ failure: HTTPFailure) {
    ledger.expect(
      rule, false, SyncEvidence(sent: sent, came: failure.message, problem: "the answer was incomplete"))
  }
}
