import FeedTesting
import Foundation
import Testing
import UDF
import UDFNetwork

@testable import FeedCore

@Suite("the versions of the protocol that the feed server speaks") struct VersionTests {
  private let feed = Feed(articles("a", "b"))

  /// The answer to a request for changes, and the head line of its page.
  private func changes(
    _ query: String, etag: String? = nil, of feed: Feed? = nil
  ) async throws -> (response: HTTPResponse, head: [String: JSON]) {
    var request = HTTPRequest("http://feed.test/changes?schema=1&\(query)")
    request.headers["If-None-Match"] = etag
    let response = try await (feed ?? self.feed).http.send(request)
    let line = response.body.prefix { $0 != UInt8(ascii: "\n") }
    return (response, try line.isEmpty ? [:] : JSONDecoder().decode([String: JSON].self, from: Data(line)))
  }

  private func push(_ client: String, _ id: Int) async throws {
    let body = #"{"client":"\#(client)","schema":1,"mutations":[{"id":\#(id),"op":"delete","key":"none"}]}"#
    let request = HTTPRequest("http://feed.test/mutations", method: "POST", body: Array(body.utf8))
    #expect(try await feed.http.send(request).status == 200)
  }

  @Test("a version 2 head has the epoch, the mutations of each requested client, and offers the live stream")
  func two() async throws {
    try await push("c1", 7)
    let head: [String: JSON] = [
      "version": .integer(2), "epoch": "f", "from": .null, "next": "f-2", "more": false, "changes": .integer(2),
      "mutations": .object(["c1": .integer(7), "c2": .integer(0), "c3": .integer(0)]), "live": true, "all": true,
      "where": true,
    ]
    #expect(try await changes("client=c1&clients=c2,c3&protocol=2").head == head)
    // The newest version that both know.
    #expect(try await changes("client=c1&clients=c2,c3&protocol=3").head == head)
    #expect(try await changes("client=c4&protocol=2").head["mutations"] == .object(["c4": .integer(0)]))
  }

  @Test("the heads have the members of the documented examples, and no others")
  func written() async throws {
    let page = try String(contentsOf: protocolPage, encoding: .utf8)
    let examples = try page.split(separator: "\n").filter { $0.hasPrefix("{") && $0.contains("\"next\"") }.map {
      try JSONDecoder().decode([String: JSON].self, from: Data($0.utf8)).keys.sorted()
    }
    let two = try await changes("client=c1&protocol=2").head
    let one = try await changes("client=c1").head
    #expect(examples == [two.keys.sorted(), one.keys.sorted()])
  }

  @Test("without protocol=2, or from a feed with version 1 only, the head is that of version 1")
  func one() async throws {
    try await push("c1", 7)
    let head: [String: JSON] = [
      "from": .null, "next": "f-2", "more": false, "changes": .integer(2), "mutation": .integer(7),
    ]
    #expect(try await changes("client=c1&clients=c2").head == head)
    #expect(try await changes("client=c1&protocol=1").head == head)
    let old = Feed(await feed.backup(), newest: 1)
    #expect(try await changes("client=c1&clients=c2&protocol=2", of: old).head == head)
    #expect(try await old.http.send(HTTPRequest("http://feed.test/live?protocol=2")).status == 404)
  }

  @Test("the ETag changes with the mutations of each requested client, and with the epoch")
  func etags() async throws {
    let query = "since=f-2&client=c1&clients=c2&protocol=2"
    let etag = try await changes(query).response.headers["ETag"]
    #expect(try await changes(query, etag: etag).response.status == 304)
    try await push("c2", 1)
    #expect(try await changes(query, etag: etag).response.status == 200)
    let later = try await changes(query).response.headers["ETag"]
    await feed.restore(await feed.backup(), epoch: "g")
    let (response, head) = try await changes(query, etag: later)
    #expect(response.status == 200)
    #expect(head["epoch"] == "g" && head["mutations"] == .object(["c1": .integer(0), "c2": .integer(1)]))
  }

  @Test("a restored backup does not contain later changes, and has a new epoch")
  func restored() async throws {
    let backup = await feed.backup()
    try await push("c1", 1)
    await feed.restore(backup, epoch: "g")
    let head = try await changes("client=c1&protocol=2").head
    #expect(head["mutations"] == .object(["c1": .integer(0)]) && head["epoch"] == "g")
  }

  @Test("a protocol that is not a number is refused")
  func invalid() async throws {
    #expect(try await changes("client=c1&protocol=two").response.status == 400)
  }
}

/// A feed with these articles.
func articles(_ keys: String...) -> FeedModel {
  var model = FeedModel(name: "f")
  for key in keys { model.put(key, ["id": .string(key), "title": .string(key)]) }
  return model
}

/// The page that specifies the protocol.
let protocolPage = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../Sources/UDFSync/UDFSync.docc/Protocol.md")

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  public init(stringLiteral text: String) { self = .string(text) }

  public init(booleanLiteral bool: Bool) { self = .bool(bool) }
}
