import Testing

@testable import FeedCore

@Suite("the desk") struct DeskTests {
  private func day(seed: UInt64) -> (done: [String], keys: [String]) {
    var feed = FeedModel(name: "f")
    for key in ["a", "b", "c", "d"] { feed.put(key, ["id": .string(key), "title": .string(key)]) }
    var desk = Desk(drawer: ["z", "y"].map { ["id": .string($0), "title": .string($0)] }, seed: seed)
    let done = (0..<200).map { _ in desk.work(on: &feed) }
    return (done, feed.keys)
  }

  @Test("it publishes, corrects and withdraws, and the oldest of what it holds back comes first")
  func work() throws {
    let done = day(seed: 1).done
    #expect(Set(done.compactMap { $0.split(separator: " ").first }) == ["published", "corrected", "withdrew"])
    let first = try #require(done.firstIndex(of: "published y"))
    #expect(try first < #require(done.firstIndex(of: "published z")))
  }

  @Test("the same seed gives the same day")
  func seeded() {
    #expect(day(seed: 2).done == day(seed: 2).done)
    #expect(day(seed: 2).keys == day(seed: 2).keys)
    #expect(day(seed: 2).done != day(seed: 3).done)
  }

  @Test("with nothing at hand it does nothing")
  func empty() {
    var feed = FeedModel(name: "f")
    var desk = Desk(drawer: [], seed: 1)
    #expect((0..<50).allSatisfy { _ in desk.work(on: &feed).hasPrefix("nothing to") })
  }
}
