import HostTesting
import Testing
import UDFHost

@Suite("other code on all hosts of a log", .timeLimit(.minutes(5)))
struct SharedUpgradeTests {
  @Test(
    "a saved file of a shared feature waits for :log upgrade, and then all hosts with this file change at one entry")
  func upgrade() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    let report = try first.reload("board", as: Board.newer)
    #expect(
      report?.error?.message == """
        the code of board is shared through \(board.folder("board.log")), and all hosts must change it at once
          Nothing was reloaded.
          To fix this, save the same files on all hosts, and enter :log upgrade on one.
        """)
    try first.run("board.add{ title = 'old' }")
    await first.follow()
    #expect(try first.state("board.last") == 2)
    #expect(try second.reload("board", as: Board.newer)?.ok == false)
    try first.host.upgradeShared()
    await first.follow()
    #expect(try first.state("board.last") == 2, "the state is kept")
    try first.run("board.add{ title = 'new' }")
    await first.follow()
    await second.follow(first)
    #expect(try first.state("board.last") == 102)
    #expect(try first.state("board") == second.state("board"))
    #expect(second.reloads.last?.ok == true)
    try second.run("board.add{ title = 'newer' }")
    await second.follow()
    await first.follow(second)
    #expect(try first.state("board.last") == 202)
    #expect(!first.logs.contains { $0.contains("other code") })
    #expect(
      first.message { try first.host.upgradeShared() }
        == ":log upgrade: the files of board are those that run; save other ones first")
  }

  @Test("an action that waits is reduced with the new code if the log has it after the upgrade")
  func waiting() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    for host in [first, second] { _ = try host.reload("board", as: Board.newer) }
    try first.host.upgradeShared()
    await first.follow()
    try second.run("board.add{ title = 'mine' }")
    #expect(try second.state("board.last") == 2)
    await second.follow(first)
    #expect(try second.state("board.last") == 101)
    await first.follow(second)
    #expect(try first.state("board") == second.state("board"))
  }

  @Test(
    "a host with other files on its disk stops at the upgrade, and a host that joins with the new files has the state")
  func others() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    _ = try first.reload("board", as: Board.newer)
    try first.host.upgradeShared()
    await first.follow()
    try first.run("board.add{ title = 'new' }")
    await first.follow()
    while second.host.sharedLog?.phase != .stopped {
      try Task.checkCancellation()
      second.host.poll()
      await Task.yield()
    }
    let problem = second.host.sharedLog?.problem ?? ""
    #expect(
      problem.hasPrefix("\(board.folder("board.log")): entry 2 of till-1 changes the code of the shared features"),
      "\(problem)")
    #expect(
      problem.hasSuffix("\n  To fix this, copy the files of the other hosts, and start the app again."), "\(problem)")
    #expect(try second.cards == ["milk"])
    let third = try board.host("till-3", feature: Board.newer)
    #expect(try third.state("board") == first.state("board"))
    let fourth = try board.host("till-4")
    #expect(fourth.host.sharedLog?.phase == .stopped)
  }

  @Test("an undo does not go back past an upgrade")
  func undo() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    _ = try first.reload("board", as: Board.newer)
    try first.host.upgradeShared()
    await first.follow()
    #expect(
      first.message { _ = try first.host.undo() } == """
        undo: there is nothing to undo
          Undo does not go back past the upgrade of the shared features.
        """)
  }
}
