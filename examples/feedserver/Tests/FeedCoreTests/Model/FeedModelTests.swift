import Foundation
import Testing

@testable import FeedCore

@Suite("the feed") struct FeedModelTests {
  /// A new one for each run, or the one in `UDF_SEED` to replay a failure.
  private static let seed =
    ProcessInfo.processInfo.environment["UDF_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)

  private static var replay: Comment { "replay with UDF_SEED=\(seed)" }

  private func change(_ version: Int64, _ key: String, _ row: Row?) -> FeedPage.Change {
    FeedPage.Change(version: version, collection: FeedKey.articles, key: key, row: row)
  }

  private func row(_ key: String, _ title: String = "t") -> Row { ["id": .string(key), "title": .string(title)] }

  private func makeFeed(_ keys: String..., memory: Int = 1000) -> FeedModel {
    var feed = FeedModel(name: "f", memory: memory)
    for key in keys { feed.put(key, row(key)) }
    return feed
  }

  @Test("who has nothing gets all rows in pages, and each page can be gone on from")
  func pages() throws {
    let feed = makeFeed("a", "b", "c")
    let first = try feed.page(since: nil, limit: 2, clients: ["c1"])
    #expect(first.changes.map(\.key) == ["a", "b"])
    #expect(first.changes.map(\.version) == [1, 2])
    #expect(first.hasMore)
    #expect(first.from == nil)
    let second = try feed.page(since: first.next, limit: 2, clients: ["c1"])
    #expect(second.changes.map(\.key) == ["c"])
    #expect(!second.hasMore)
    #expect(second.from == first.next)
    let third = try feed.page(since: second.next, limit: 2, clients: ["c1"])
    #expect(third.changes.isEmpty)
    #expect(third.next == second.next)
  }

  @Test("a page that is just full has nothing after it")
  func justFull() throws {
    #expect(try !makeFeed("a", "b").page(since: nil, limit: 2, clients: ["c1"]).hasMore)
  }

  @Test("what is deleted after its page was given comes up as deleted, and what was changed comes again")
  func changedMeanwhile() throws {
    var feed = makeFeed("a", "b", "c")
    let first = try feed.page(since: nil, limit: 2, clients: ["c1"])
    #expect([feed.delete("a"), feed.delete("a")] == [true, false])
    feed.put("b", row("b", "new"))
    let second = try feed.page(since: first.next, limit: 10, clients: ["c1"])
    #expect(
      second.changes == [
        change(3, "c", row("c")), change(4, "a", nil), change(5, "b", row("b", "new")),
      ])
    // Who begins now never had it.
    #expect(try feed.page(since: nil, limit: 10, clients: ["c2"]).changes.map(\.key) == ["c", "b"])
  }

  @Test("a token of another run, of the future, or of before the deletions that are remembered has expired")
  func expired() throws {
    var feed = makeFeed("a", "b", "c", "d", memory: 1)
    let token = try feed.page(since: nil, limit: 10, clients: ["c1"]).next
    for token in ["g-1", "f-99", "f-1-99", "f--1", "f", "", "f-1-1-1", "f-x"] {
      #expect(throws: FeedProblem(410, "unknown", "the token \(token) is none of this run of the server")) {
        try feed.page(since: token, limit: 10, clients: ["c1"])
      }
    }
    feed.delete("a")
    feed.delete("b")
    #expect(try feed.page(since: token, limit: 10, clients: ["c1"]).changes.map(\.key) == ["a", "b"])
    feed.delete("c")
    #expect(throws: FeedProblem(410, "expired", "the token f-4 is older than the deletions that are remembered")) {
      try feed.page(since: token, limit: 10, clients: ["c1"])
    }
    // After the second deletion was taken, only the third is missing.
    #expect(try feed.page(since: "f-6", limit: 10, clients: ["c1"]).changes.map(\.key) == ["c"])
  }

  @Test("who fetches all rows comes through however many deletions were forgotten, and learns of those that came after")
  func fetchingAll() throws {
    var feed = makeFeed("a", "b", "c", "x", "y", "z", memory: 1)
    for key in ["x", "y", "z"] { feed.delete(key) }
    let first = try feed.page(since: nil, limit: 2, clients: ["c1"])
    #expect(first.changes.map(\.key) == ["a", "b"])
    feed.delete("a")
    let second = try feed.page(since: first.next, limit: 10, clients: ["c1"])
    #expect(second.changes.map(\.key) == ["c", "a"])
    #expect(second.changes.last?.row == nil)
  }

  @Test("the state has another name after each change, and for each client after its mutations")
  func etags() {
    var feed = makeFeed("a")
    var names = [feed.etag(for: ["c1"])]
    feed.put("b", row("b"))
    names.append(feed.etag(for: ["c1"]))
    _ = feed.push([FeedMutation(id: 1, op: .delete, key: "none", row: nil)], client: "c1")
    names.append(feed.etag(for: ["c1"]))
    #expect(names == ["\"f-1-0\"", "\"f-2-0\"", "\"f-2-1\""])
    #expect(feed.etag(for: ["c2"]) == "\"f-2-0\"")
  }

  @Test("whatever happens, who follows from page to page has what the feed has", arguments: 0..<50)
  func following(_ round: UInt64) {
    var random = SplitMix(state: Self.seed &+ round)
    var feed = FeedModel(name: "f", memory: 3)
    var copy: [String: Row] = [:]
    var token: String?
    /// Takes one page; whether it was the last one.
    func pull() -> Bool {
      let limit = Int.random(in: 1...4, using: &random)
      do throws(FeedProblem) {
        let page = try feed.page(since: token, limit: limit, clients: ["c1"])
        #expect(page.changes.count <= limit)
        for change in page.changes { copy[change.key] = change.row }
        token = page.next
        return !page.hasMore
      } catch {
        #expect(error.status == 410)
        copy = [:]
        token = nil
        return false
      }
    }
    for step in 0..<300 {
      let key = "k\(Int.random(in: 0..<20, using: &random))"
      switch Int.random(in: 0..<4, using: &random) {
      case 0: feed.delete(key)
      case 1: _ = pull()
      default: feed.put(key, row(key, "\(step)"))
      }
    }
    // Twenty rows and a few deletions, one by one at worst.
    #expect((0..<100).contains { _ in pull() }, Self.replay)
    #expect(copy == Dictionary(uniqueKeysWithValues: feed.keys.map { ($0, feed[$0] ?? [:]) }), Self.replay)
  }
}
