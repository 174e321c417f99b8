import Foundation
import Testing

@testable import FeedCore

@Suite("a part of the feed") struct FeedFilterTests {
  private func row(_ key: String, _ kind: String) -> Row { ["id": .string(key), "title": "t", "kind": .string(kind)] }

  private func filter(_ kinds: String...) throws -> FeedFilter {
    try #require(FeedFilter(#"{"kind":["\#(kinds.joined(separator: #"",""#))"]}"#))
  }

  private func makeFeed() -> FeedModel {
    var feed = FeedModel(name: "f")
    for (key, kind) in [("a", "x"), ("b", "y"), ("c", "x"), ("d", "y")] { feed.put(key, row(key, kind)) }
    return feed
  }

  @Test("a reader gets the rows that match, and deletions of those that cease to")
  func part() throws {
    var feed = makeFeed()
    let x = try filter("x")
    let first = try feed.page(since: nil, limit: 1, clients: [], filter: x)
    #expect(first.changes.map(\.key) == ["a"] && first.hasMore)
    let second = try feed.page(since: first.next, limit: 9, clients: [], filter: x)
    #expect(second.changes.map(\.key) == ["c"] && !second.hasMore)
    feed.put("a", row("a", "y"))
    feed.put("b", row("b", "x"))
    let third = try feed.page(since: second.next, limit: 9, clients: [], filter: x)
    #expect(third.changes.map(\.row) == [nil, row("b", "x")])
    #expect(try feed.page(since: third.next, limit: 9, clients: [], filter: x).changes.isEmpty)
  }

  @Test("a token of another filter is continued with the difference, page by page")
  func difference() throws {
    var feed = makeFeed()
    let (x, y) = (try filter("x"), try filter("y"))
    let token = try feed.page(since: nil, limit: 9, clients: [], filter: x).next
    feed.put("c", row("c", "y"))
    feed.delete("a")
    let first = try feed.page(since: token, limit: 1, clients: [], filter: y)
    #expect(first.changes.map(\.key) == ["b"] && first.hasMore)
    let second = try feed.page(since: first.next, limit: 9, clients: [], filter: y)
    #expect(second.changes.map(\.key) == ["d", "c", "a"])
    #expect(second.changes.last?.row == nil && !second.hasMore)
    #expect(throws: FeedProblem.self) { try feed.page(since: first.next, limit: 9, clients: [], filter: x) }
    #expect(try feed.page(since: second.next, limit: 9, clients: [], filter: .all).changes.map(\.key) == [])
  }

  @Test("without a filter all rows come that the former one did not have")
  func widened() throws {
    let feed = makeFeed()
    let token = try feed.page(since: nil, limit: 9, clients: [], filter: try filter("x")).next
    let all = try feed.page(since: token, limit: 9, clients: [])
    #expect(all.changes.map(\.key) == ["b", "d"])
    #expect(all.next == "f-4")
  }

  @Test("what is no JSON object is no filter")
  func invalid() {
    for text in ["", "[]", "7", "{", "null"] { #expect(FeedFilter(text) == nil) }
  }
}
