import Testing

@testable import FeedCore

@Suite("what clients change in the feed") struct MutationTests {
  private var feed = FeedModel(name: "f")

  init() { feed.put("a", ["id": "a", "title": "A", "n": .integer(1)]) }

  private mutating func push(_ id: Int64, _ op: FeedMutation.Operation, _ key: String, _ row: Row? = nil) -> Refusal? {
    feed.push([FeedMutation(id: id, op: op, key: key, row: row)], client: "c1").first?.refusal
  }

  @Test("a row is put, patched and deleted")
  mutating func operations() throws {
    #expect(push(1, .put, "b", ["id": "b", "title": "B"]) == nil)
    #expect(push(2, .patch, "a", ["n": .null, "x": .object(["y": true, "z": .null])]) == nil)
    #expect(push(3, .delete, "b") == nil)
    #expect(feed["a"] == ["id": "a", "title": "A", "x": .object(["y": true])])
    #expect(feed.keys == ["a"])
    let page = try feed.page(since: "f-1", limit: 10, clients: ["c1"])
    #expect(page.changes.map(\.key) == ["a", "b"])
    #expect(page.mutations == ["c1": 3])
  }

  @Test("only the last page says that a mutation is made: its rows may be there and not before")
  mutating func pages() throws {
    #expect(push(1, .put, "b", ["id": "b", "title": "B"]) == nil)
    let first = try feed.page(since: nil, limit: 1, clients: ["c1"])
    #expect(first.changes.map(\.key) == ["a"])
    #expect(first.hasMore && first.mutations == ["c1": 0])
    let last = try feed.page(since: first.next, limit: 1, clients: ["c1"])
    #expect(last.changes.map(\.key) == ["b"])
    #expect(!last.hasMore && last.mutations == ["c1": 1])
  }

  @Test("one that is sent again is not made again, and is answered as it was")
  mutating func again() {
    let mutations = [
      FeedMutation(id: 1, op: .put, key: "b", row: ["id": "b", "title": "B"]),
      FeedMutation(id: 2, op: .patch, key: "c", row: ["n": .integer(1)]),
      FeedMutation(id: 3, op: .delete, key: "b", row: nil),
    ]
    let gone = Refusal(code: "gone", message: "there is no article c any more")
    for _ in 0..<2 {
      let results = feed.push(mutations, client: "c1")
      #expect(results.map(\.id) == [1, 2, 3])
      #expect(results.map(\.refusal) == [nil, gone, nil])
      #expect(feed.etag(for: ["c1"]) == "\"f-3-3\"")
    }
    // Another client counts for itself.
    #expect(feed.push(mutations, client: "c2").map(\.refusal) == [nil, gone, nil])
    #expect(feed.etag(for: ["c2"]) == "\"f-5-3\"")
  }

  @Test("what makes no sense is refused for good, and changes nothing")
  mutating func refused() {
    #expect(push(1, .patch, "a", ["title": ""]) == Refusal(code: "invalid", message: "an article needs a title"))
    #expect(
      push(2, .patch, "a", ["id": "z"])
        == Refusal(code: "invalid", message: "the id of an article cannot be another than a"))
    #expect(
      push(3, .put, "b", ["title": "B"])
        == Refusal(code: "invalid", message: "the id of an article cannot be another than b"))
    #expect(push(4, .put, "b") == Refusal(code: "invalid", message: "the id of an article cannot be another than b"))
    #expect(
      push(5, .put, "", ["id": "", "title": "A"])
        == Refusal(code: "invalid", message: "an article needs an id that is not empty"))
    #expect(feed["a"] == ["id": "a", "title": "A", "n": .integer(1)])
    #expect(feed.keys == ["a"])
  }

  @Test("several changes are made as one, each on the outcome of those before")
  mutating func several() {
    let all = FeedMutation(
      id: 1,
      [
        FeedMutation.Part(op: .put, key: "b", row: ["id": "b", "title": "B"]),
        FeedMutation.Part(op: .patch, key: "b", row: ["n": .integer(2)]),
        FeedMutation.Part(op: .delete, key: "a", row: nil),
      ])
    #expect(feed.push([all], client: "c1").map(\.refusal) == [nil])
    #expect(feed["b"] == ["id": "b", "title": "B", "n": .integer(2)])
    #expect(feed.keys == ["b"])
    #expect(feed.push([all], client: "c1").map(\.refusal) == [nil])
    #expect(feed.etag(for: ["c1"]) == "\"f-4-1\"")
  }

  @Test("of several changes none is made if one is refused")
  mutating func severalRefused() {
    let all = FeedMutation(
      id: 1,
      [
        FeedMutation.Part(op: .delete, key: "a", row: nil),
        FeedMutation.Part(op: .patch, key: "a", row: ["n": .integer(2)]),
      ])
    let gone = Refusal(code: "gone", message: "there is no article a any more")
    for _ in 0..<2 { #expect(feed.push([all], client: "c1").map(\.refusal) == [gone]) }
    #expect(feed["a"] == ["id": "a", "title": "A", "n": .integer(1)])
    let many = FeedMutation(id: 2, (0...256).map { FeedMutation.Part(op: .delete, key: "\($0)", row: nil) })
    #expect(feed.push([many], client: "c1").first?.refusal?.code == "invalid")
  }

  @Test("an article that was withdrawn can be put again")
  mutating func putAgain() {
    _ = push(1, .delete, "a")
    #expect(push(2, .put, "a", ["id": "a", "title": "A again"]) == nil)
    #expect(feed["a"]?["title"] == "A again")
  }
}
