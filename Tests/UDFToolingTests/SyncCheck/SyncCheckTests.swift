import FeedCore
import FeedTesting
import Platform
import Testing
import UDF
import UDFNetwork

@testable import UDFTooling

@Suite("sync-check", .timeLimit(.minutes(60))) struct SyncCheckTests {
  private func makeFeed(newest: Int = 2) -> Feed {
    var model = FeedModel(name: "f")
    for key in ["a", "b"] { model.put(key, ["id": .string(key), "title": .string(key)]) }
    return Feed(model, newest: newest)
  }

  /// Checks a server, with comments on the live streams of its feed whenever they wait.
  private func check(
    _ feed: Feed, _ http: StubHTTPClient? = nil, isReadOnly: Bool = false
  ) async throws -> SyncCheckReport {
    var options = SyncCheckOptions()
    options.wait = 20
    options.isReadOnly = isReadOnly
    options.collections = ["articles", "tags"]
    let beats = Task {
      while !Task.isCancelled {
        if await feed.waitingStreams > 0 { await feed.beat() }
        await Task.yield()
      }
    }
    defer { beats.cancel() }
    return try await SyncCheck("http://feed.test", options, http: http ?? feed.http).run()
  }

  private func rules(_ report: SyncCheckReport, _ status: String) -> [SyncRule] {
    report.results.filter { $0.status == status }.map(\.rule)
  }

  /// The keys of a feed's rows.
  private func keys(of feed: Feed) async throws -> [Substring] {
    let page = try await feed.http.send(HTTPRequest("http://feed.test/changes?client=c1")).body
    return String(decoding: page, as: UTF8.self).matches(of: #/,\{"id":"([^"]*)"/#).map(\.1)
  }

  @Test("a server that keeps all rules passes them, and has its own rows afterwards, and no others")
  func conforming() async throws {
    let feed = makeFeed()
    let report = try await check(feed, WrongServer(breaking: nil, feed).http)
    #expect(
      report.lines
        == SyncCheckReport(version: 2, results: SyncRule.allCases.map { SyncRuleResult($0, .pass) }, leftovers: [])
        .lines)
    #expect(try await keys(of: feed) == ["a", "b"])
  }

  @Test("a version 1 server is checked without the rules of version 2")
  func version1() async throws {
    let feed = makeFeed(newest: 1)
    let report = try await check(feed, WrongServer(breaking: nil, feed).http)
    #expect(report.version == 1)
    #expect(rules(report, "fail") == [])
    let skipped = report.results.filter { $0.status == "skipped" }
    #expect(skipped.map(\.rule) == SyncRule.allCases.filter(\.needsVersion2))
    #expect(skipped.allSatisfy { $0.outcome == .skipped("the server speaks version 1") })
    #expect(try await keys(of: feed) == ["a", "b"])
  }

  @Test("--read-only sends no mutations, and checks the other rules")
  func readOnly() async throws {
    let feed = makeFeed()
    let http = feed.http
    let report = try await check(feed, http, isReadOnly: true)
    #expect(!http.requests.contains { $0.method == "POST" })
    #expect(rules(report, "fail") == [])
    let skipped = report.results.filter { $0.status == "skipped" }
    #expect(Set(skipped.map(\.outcome.reason)) == ["--read-only sends no mutations"])
    #expect(rules(report, "pass").count == 25)
  }

  @Test("rules about optional members of results are skipped if a server does not return them")
  func withoutMembers() async throws {
    let skipped = try await check(makeFeed()).results.filter { $0.status == "skipped" }
    #expect(skipped.map(\.rule) == [.resultRow, .resultVersion, .resultKey, .resultAll])
    #expect(Set(skipped.map(\.outcome.reason)) == ["the server's results have no such member"])
  }

  @Test("rules about several collections need their names")
  func collections() async throws {
    var options = SyncCheckOptions()
    options.isReadOnly = true
    let report = try await SyncCheck("http://feed.test", options, http: makeFeed().http).run()
    let skipped = report.results.filter { $0.rule.rawValue.hasPrefix("collections-") }
    #expect(skipped.map(\.status) == ["skipped", "skipped", "skipped"])
    #expect(skipped.first?.outcome.reason == "name the collections of the address with --collections")
  }

  @Test("a server with one mistake fails exactly the rule that it breaks", arguments: SyncRule.allCases)
  func wrong(_ rule: SyncRule) async throws {
    let feed = makeFeed()
    let report = try await check(feed, WrongServer(breaking: rule, feed).http)
    #expect(rules(report, "fail") == [rule], "\(report.lines.joined(separator: "\n"))")
    // Only a server that deletes nothing keeps rows of the check.
    #expect(report.leftovers.isEmpty == (rule != .mutationDelete))
    let keys = try await keys(of: feed)
    #expect((keys == ["a", "b"]) == report.leftovers.isEmpty)
  }

  @Test("a failure shows the request, the response, and the expectation, in text and in JSON")
  func shown() async throws {
    let evidence = SyncEvidence(sent: "GET u", came: "200 {}", problem: "\"more\" is absent")
    let report = SyncCheckReport(
      version: 1,
      results: [
        SyncRuleResult(.pageHead, .fail(evidence)), SyncRuleResult(.pageFrom, .pass),
        SyncRuleResult(.epoch, .skipped("the server speaks version 1")),
      ], leftovers: ["k1"])
    #expect(
      report.lines == [
        "fail     page-head               \"more\" is absent", "           expected  \(SyncRule.pageHead.requirement)",
        "           sent      GET u", "           came      200 {}",
        "pass     page-from               \(SyncRule.pageFrom.requirement)",
        "skipped  epoch                   the server speaks version 1",
        "These rows could not be deleted; delete them yourself: k1",
        "1 passed, 1 failed, 1 skipped · the server speaks version 1",
      ])
    #expect(
      report.jsonLines.last
        == #"{"failed":1,"kind":"summary","leftovers":["k1"],"passed":1,"skipped":1,"version":1}"#)
    #expect(
      report.jsonLines.first
        == #"{"came":"200 {}","expected":"# + JSONValue.string(SyncRule.pageHead.requirement).text
        + #","kind":"rule","problem":"\"more\" is absent","rule":"page-head","sent":"GET u","status":"fail"}"#)
  }

  @Test("wrong options, and an address without a page, are reported before the check begins")
  func unusable() async throws {
    var options = SyncCheckOptions()
    options.row = "[]"
    #expect(throws: SyncCheckFailure.self) { try SyncCheck("http://feed.test", options, http: makeFeed().http) }
    options.row = "{}"
    options.wait = 0
    #expect(throws: SyncCheckFailure("--wait: must be more than 0 seconds, got 0.0")) {
      try SyncCheck("http://feed.test", options, http: makeFeed().http)
    }
    #expect(throws: SyncCheckFailure.self) { try SyncCheck("feed.test", SyncCheckOptions(), http: makeFeed().http) }
    let stranger = StubHTTPClient { _ throws(HTTPFailure) in HTTPResponse(status: 401, body: Array("who?".utf8)) }
    let check = try SyncCheck("http://feed.test", SyncCheckOptions(), http: stranger)
    do throws(SyncCheckFailure) {
      _ = try await check.run()
      Issue.record("the server was checked")
    } catch {
      #expect(error.description.hasSuffix(#"answered 401 who?; log in with --header "Authorization: …""#))
    }
    let silent = StubHTTPClient { _ throws(HTTPFailure) in throw HTTPFailure(.refused, "nothing listens there") }
    await #expect(throws: SyncCheckFailure("nothing listens there")) {
      try await SyncCheck("http://feed.test", SyncCheckOptions(), http: silent).run()
    }
  }

  @Test("a server with other responses fails the first rule, and receives no mutations")
  func noPage() async throws {
    let http = StubHTTPClient { _ throws(HTTPFailure) in HTTPResponse(status: 200, body: Array("<html>\n".utf8)) }
    let report = try await SyncCheck("http://feed.test", SyncCheckOptions(), http: http).run()
    #expect(rules(report, "fail").first == .pageHead)
    #expect(!http.requests.contains { $0.method == "POST" && $0.body.contains(UInt8(ascii: "[")) })
  }

  @Test("a server that is busy sometimes, with a Retry-After, breaks no rule")
  func busy() async throws {
    let feed = makeFeed()
    let count = Guarded(0)
    let http = StubHTTPClient.streaming { request throws(HTTPFailure) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      // Each request, except for the streams, is answered at the third time.
      if number % 3 == 0 || request.url.contains("/live") { return try await feed.respond(to: request) }
      return HTTPStream(HTTPResponse(status: number % 3 == 1 ? 429 : 503, headers: ["Retry-After": "0"]))
    }
    #expect(rules(try await check(feed, http), "fail") == [])
  }

  @Test("rows that another client deletes meanwhile do not count as missing")
  func deletedMeanwhile() async throws {
    let feed = makeFeed()
    let http = StubHTTPClient.streaming { request throws(HTTPFailure) in
      // Before all rows are read again in small pages.
      if request.url.contains("changes?limit=1&") {
        let delete = #"{"client":"other","schema":1,"mutations":[{"id":1,"op":"delete","key":"b"}]}"#
        _ = try await feed.respond(
          to: HTTPRequest("http://feed.test/mutations", method: "POST", body: Array(delete.utf8)))
      }
      return try await feed.respond(to: request)
    }
    let report = try await check(feed, http)
    #expect(rules(report, "fail") == [])
    #expect(http.requests.contains { $0.url.contains("changes?limit=1&") })
    #expect(try await keys(of: feed) == ["a"])
  }

  @Test("headers are sent with every request")
  func headers() async throws {
    let http = makeFeed().http
    var options = SyncCheckOptions()
    options.headers = [("Authorization", "Bearer 81f2")]
    _ = try await SyncCheck("http://feed.test/", options, http: http).run()
    #expect(http.requests.allSatisfy { $0.headers["Authorization"] == "Bearer 81f2" })
    #expect(http.requests.contains { $0.url.hasPrefix("http://feed.test/live?") })
  }

  @Test("a server that accepts no mutations is checked with --read-only")
  func withoutMutations() async throws {
    let feed = makeFeed()
    let http = StubHTTPClient.streaming { request throws(HTTPFailure) in
      if request.method == "POST" { return HTTPStream(HTTPResponse(status: 405)) }
      return try await feed.respond(to: request)
    }
    let report = try await check(feed, http)
    #expect(rules(report, "fail") == [])
    #expect(report.results.contains { $0.outcome == .skipped("the server takes no mutations: it answered 405") })
  }
}

extension SyncRuleResult.Outcome {
  fileprivate var reason: String? { if case .skipped(let reason) = self { reason } else { nil } }
}
