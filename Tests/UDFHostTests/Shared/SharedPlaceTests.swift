import HostTesting
import Testing
import UDFHost

@Suite("entries of the shared log in the history", .timeLimit(.minutes(5)))
struct SharedPlaceTests {
  @Test("the state after an entry is that of all hosts, whatever the numbers of the actions are")
  func visit() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try second.run("board.add{ title = 'bread' }")
    try second.run("board.add{ title = 'salt' }")
    await second.follow()
    try first.run("board.add{ title = 'milk' }")
    await first.follow(second)
    await second.follow(first)
    _ = try first.host.undo()
    await first.follow()
    await second.follow(first)
    for host in [first, second] {
      for (position, cards) in [
        (1, ["bread"]), (2, ["bread", "salt"]), (3, ["bread", "salt"]), (4, ["bread", "salt"]),
      ] {
        try host.host.visit(entry: Int64(position))
        #expect(try host.cards == cards, "entry \(position)")
        try host.host.returnToLive()
      }
    }
    #expect(
      first.message { try first.host.visit(entry: 5) }
        == "at: log:5: the history does not have this entry of the log; it has the entries from 1 to 4")
  }

  @Test("an entry that the history does not have is refused, and any in an app without a log")
  func refused() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    #expect(
      first.message { try first.host.visit(entry: 1) }
        == "at: log:1: the history does not have this entry of the log; it has none")
    let alone = try TestHost(["board": Board.feature, "own": Board.other])
    #expect(
      alone.message { try alone.host.visit(entry: 1) } == "at: log:1: this app follows no log; start it with --log")
  }

  @Test("the status has the position of the log, and how long ago it has answered")
  func lag() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    let info = try #require(first.host.sharedLog)
    #expect(info.position == 1 && info.head == 1)
    #expect(info.contact ?? -1 >= 0)
  }
}
