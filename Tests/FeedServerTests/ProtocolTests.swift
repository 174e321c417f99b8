import Testing
import UDF
import UDFSync

@testable import FeedCore

@Suite("server and client agree on the sync protocol") struct ProtocolTests {
  private let feed: Feed
  private let remote: HTTPRemote

  init() {
    var model = FeedModel(name: "f")
    for key in ["a", "b/+&é", "c"] { model.put(key, ["id": .string(key), "title": .string("T\n\"\(key)\"")]) }
    feed = Feed(model)
    remote = FeedServerTests.remote(of: feed)
  }

  private func page(_ token: String?, limit: Int = 1000) async throws -> PullPage {
    let reply = try await remote.pull(PullRequest(token: token, limit: limit, client: "c1"))
    guard case .page(let page) = reply else { throw RemoteFailure(.garbled, "\(reply)") }
    return page
  }

  @Test("all rows are sent in pages, and the last one has a token")
  func pages() async throws {
    let first = try await page(nil, limit: 2)
    #expect(
      first
        == PullPage(
          from: .some(nil), next: "f-2-3", hasMore: true,
          changes: [
            .put(SyncRow(RowKey("a"), version: 1, body: Array(#"{"id":"a","title":"T\n\"a\""}"#.utf8))),
            .put(SyncRow(RowKey("b/+&é"), version: 2, body: Array(#"{"id":"b/+&é","title":"T\n\"b/+&é\""}"#.utf8))),
          ], mutation: nil, mutations: ["c1": 0], epoch: "f", offersLive: true, takesAll: true, continuesFilter: true))
    let second = try await page(first.next, limit: 2)
    #expect(second.changes.map(\.key) == [RowKey("c")])
    #expect(!second.hasMore)
    #expect(second.from == "f-2-3")
    #expect(second.etag == "\"f-3-0\"")
  }

  @Test("the response is \"not modified\" as long as nothing changes, but not for an older token")
  func notModified() async throws {
    let all = try await page(nil)
    let again = PullRequest(token: all.next, etag: all.etag, client: "c1")
    #expect(try await remote.pull(again) == .notModified(age: 0))
    let older = try await remote.pull(PullRequest(token: "f-2", etag: all.etag, client: "c1"))
    #expect(
      older
        == .page(
          PullPage(
            from: "f-2", next: "f-3",
            changes: [.put(SyncRow(RowKey("c"), version: 3, body: Array(#"{"id":"c","title":"T\n\"c\""}"#.utf8)))],
            mutation: nil, mutations: ["c1": 0], epoch: "f", offersLive: true, takesAll: true, continuesFilter: true,
            etag: all.etag)))
    // A client without a token has no rows, whatever position it names.
    #expect(try await remote.pull(PullRequest(etag: all.etag, client: "c1")) == .page(all))
  }

  @Test("mutations are made once, and the next pull reports them")
  func mutations() async throws {
    let all = try await page(nil)
    let request = PushRequest(
      client: "c1",
      mutations: [
        Mutation(id: 1, client: "c1", .patch, RowKey("a"), body: Array(#"{"favorite":true}"#.utf8)),
        Mutation(id: 2, client: "c1", .patch, RowKey("z"), body: Array(#"{"favorite":true}"#.utf8)),
        Mutation(id: 3, client: "c1", .delete, RowKey("b/+&é")),
      ])
    let expected = PushReply([
      (1, .applied), (2, .rejected(code: "gone", message: "there is no article z any more")), (3, .applied),
    ])
    #expect(try await remote.push(request) == expected)
    #expect(try await remote.push(request) == expected)
    // The name of what was there before is no longer right.
    let reply = try await remote.pull(PullRequest(token: all.next, etag: all.etag, client: "c1"))
    #expect(
      reply
        == .page(
          PullPage(
            from: "f-3", next: "f-5",
            changes: [
              .put(
                SyncRow(
                  RowKey("a"), version: 4, body: Array(#"{"favorite":true,"id":"a","title":"T\n\"a\""}"#.utf8))),
              .delete(RowKey("b/+&é"), version: 5),
            ], mutation: nil, mutations: ["c1": 3], epoch: "f", offersLive: true, takesAll: true, continuesFilter: true,
            etag: "\"f-5-3\"")))
  }

  @Test("several changes are made as one, or refused as one")
  func several() async throws {
    typealias Part = Mutation.Part
    let patch = Part(.patch, RowKey("a"), body: Array(#"{"favorite":true}"#.utf8))
    let made = Mutation(id: 1, client: "c1", OneOrMore(patch, [Part(.delete, RowKey("b/+&é"))]))
    let refused = Mutation(
      id: 2, client: "c1",
      OneOrMore(Part(.delete, RowKey("a")), [Part(.patch, RowKey("z"), body: Array("{}".utf8))]))
    let reply = try await remote.push(PushRequest(client: "c1", mutations: [made, refused]))
    #expect(
      reply == PushReply([(1, .applied), (2, .rejected(code: "gone", message: "there is no article z any more"))]))
    let page = try await page("f-2")
    #expect(page.changes.map(\.key.description) == ["c", "a", "b/+&é"])
    #expect(page.changes.map { $0.body == nil } == [false, false, true])
  }

  @Test("an error has the server's message")
  func failures() async throws {
    let url = "http://feed.test/changes"
    func refused(_ message: String, _ reason: String) -> RemoteFailure {
      var failure = RemoteFailure(.refused, message)
      failure.refusal = RemoteFailure.Refusal(code: "invalid", message: reason)
      return failure
    }
    await #expect(
      throws: RemoteFailure(
        .expired,
        "GET \(url): answered 410 (unknown: the token g-1 is none of this run of "
          + "the server); the token is no longer known there, and all rows are to be fetched")
    ) { try await page("g-1") }
    await #expect(
      throws: RemoteFailure(
        .outdated,
        "GET \(url): answered 426 (schema: this server has articles of schema 1, not 2); "
          + "rows of schema 2 are no longer served there; update the app")
    ) { try await remote.pull(PullRequest(client: "c1", schema: 2)) }
    await #expect(
      throws: refused(
        "GET \(url): answered 400 (invalid: limit must be a number from 1, got 0); see whether "
          + "this is the address of a sync server, and what its log says",
        "limit must be a number from 1, got 0")
    ) { try await page(nil, limit: 0) }
    await #expect(
      throws: refused(
        "POST http://feed.test/mutations: answered 400 (invalid: the body is not {\"client\": …, \"schema\": 1, "
          + "\"mutations\": […]}); see whether this is the address of a sync server, and what its log says",
        "the body is not {\"client\": …, \"schema\": 1, \"mutations\": […]}")
    ) {
      try await remote.push(
        PushRequest(
          client: "c1", mutations: [Mutation(id: 1, client: "c1", .put, RowKey("a"), body: Array("7".utf8))]))
    }
  }

  @Test("a server that must fail does so in ways that a client can distinguish")
  func faults() async throws {
    var model = FeedModel(name: "f")
    model.put("a", ["id": .string("a"), "title": .string("A")])
    let expected: [Fault: RemoteFailure.Code] = [
      .busy: .unavailable, .cut: .garbled, .login: .garbled, .lost: .unavailable,
    ]
    for (fault, code) in expected {
      let remote = FeedServerTests.remote(of: Feed(model, faults: 1, kinds: [fault]))
      do throws(RemoteFailure) {
        _ = try await remote.pull(PullRequest(client: "c1"))
        Issue.record("\(fault): there was an answer")
      } catch {
        #expect(error.code == code, "\(fault)")
      }
    }
  }
}
