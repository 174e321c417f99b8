import HostTesting
import Testing

@testable import UDFHost

@Suite("other code on all hosts of a log", .timeLimit(.minutes(5)))
struct SharedUpgradeTests {
  /// Two hosts that have the card "milk".
  /// - Parameter other: the local feature of the second one.
  private func hosts(_ board: Board, other: String = Board.other) async throws -> (TestHost, TestHost) {
    let (first, second) = (try board.host("till-1"), try board.host("till-2", other: other))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    return (first, second)
  }

  @Test(
    "a saved file of a shared feature waits for :log upgrade, and then all hosts with this file change at one entry")
  func upgrade() async throws {
    let board = try Board()
    let (first, second) = try await hosts(board)
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

  @Test("all hosts change their code although the new code refuses the last action, which came first")
  func stricter() async throws {
    let board = try Board()
    let (first, second) = try await hosts(board)
    let stricter = Board.newer.replacing(
      "state.last = ", with: "if action.title == 'bread' then error('no bread') end state.last = ")
    for host in [first, second] { _ = try host.reload("board", as: stricter) }
    try second.run("board.add{ title = 'bread' }")
    await second.follow()
    // This host has not read the entry of the bread yet.
    try first.host.upgradeShared()
    await first.follow()
    await second.follow(first)
    for host in [first, second] {
      #expect(host.reloads.last?.ok == true)
      #expect(host.host.sharedLog?.phase == .live)
      #expect(try host.cards == ["milk", "bread"])
    }
    #expect(first.message { try first.run("board.add{ title = 'bread' }") }.contains("no bread"))
  }

  @Test("a local reducer that refuses the last shared action, as before, keeps no host from the upgrade")
  func refusingFollower() async throws {
    let board = try Board()
    let failing = Board.other.replacing("state.added = state.added + 1", with: "error('it is full')")
    let (first, second) = try await hosts(board, other: failing)
    for host in [first, second] { _ = try host.reload("board", as: Board.newer) }
    try second.host.upgradeShared()
    await second.follow()
    await first.follow(second)
    #expect(second.reloads.last?.ok == true)
    #expect(first.reloads.last?.ok == true)
    // A reload finds an error that the running code does not have.
    try first.run("board.add{ title = 'bread' }")
    #expect(try first.reload("own", as: failing)?.ok == false)
  }

  @Test("an action that waits is reduced with the new code if the log has it after the upgrade")
  func waiting() async throws {
    let board = try Board()
    let (first, second) = try await hosts(board)
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
    let (first, second) = try await hosts(board)
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

  @Test(
    "the host that asked for the upgrade may be killed at once: the others save the state for hosts that start later")
  func killed() async throws {
    let board = try Board()
    let (first, second) = try await hosts(board)
    for host in [first, second] { _ = try host.reload("board", as: Board.newer) }
    // The outcome of the first append may arrive after its entry, and the next one is sent only then.
    for _ in 0..<1000 {
      first.host.poll()
      await Task.yield()
    }
    // It sends the entry, and does not run any more.
    try first.host.upgradeShared()
    try await second.poll { second.host.sharedLog?.position ?? 0 >= 2 }
    await second.follow()
    let third = try board.host("till-3", feature: Board.newer)
    #expect(third.host.sharedLog?.phase == .live, "\(third.host.sharedLog?.problem ?? "")")
    #expect(try third.cards == ["milk"])
  }

  @Test(
    "an app that is stopped, changed and started goes on with the state of the new code, after a second :log upgrade")
  func restarted() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    first.host.stop()
    let newest = Board.feature.replacing("state.last + 1", with: "state.last + 1000")
    let versions: [(String, Int64, Int64)] = [(Board.newer, 100, 200), (newest, 2000, 3000)]
    for (feature, before, after) in versions {
      let second = try board.host("till-2", feature: feature)
      #expect(try second.state("board.last") == .integer(before), "it has reduced the log with its own code")
      try second.host.upgradeShared()
      let fix = "If there is no such host, enter :log upgrade: then all hosts continue from the state of this one."
      try await second.poll { second.logs.contains { $0.hasSuffix(fix) } }
      try second.host.upgradeShared()
      try second.run("board.add{ title = 'bread' }")
      try await second.poll { second.host.sharedLog?.phase == .live && second.host.sharedLog?.pending == 0 }
      #expect(try second.state("board.last") == .integer(after))
      let third = try board.host("till-3", feature: feature)
      #expect(third.host.sharedLog?.phase == .live, "\(third.host.sharedLog?.problem ?? "")")
      #expect(try third.state("board") == second.state("board"))
      for host in [second, third] { host.host.stop() }
    }
    let old = try board.host("till-4")
    #expect(old.host.sharedLog?.phase == .stopped)
  }

  @Test(
    "a host whose code the log had between two upgrades stops, also if nobody has saved the state after the first one")
  func between() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    first.host.stop()
    let second = try board.host("till-2", feature: Board.newer)
    try second.host.upgradeShared()
    try await second.poll { second.logs.last?.contains("waits until a host") == true }
    second.host.stop()
    let newest = Board.feature.replacing("state.last + 1", with: "state.last + 1000")
    let third = try board.host("till-3", feature: newest)
    try third.host.upgradeShared()
    try await third.poll { third.logs.last?.contains("waits until a host") == true }
    try third.host.upgradeShared()
    try await third.poll { third.host.sharedLog?.phase == .live && third.host.sharedLog?.pending == 0 }
    let late = try board.host("till-4", feature: Board.newer)
    #expect(late.host.sharedLog?.phase == .stopped)
    #expect(throws: HostError.self) { try late.host.upgradeShared() }
    try third.run("board.add{ title = 'bread' }")
    await third.follow()
    #expect(try third.cards == ["milk", "bread"])
  }

  @Test("a host with the former code that was away takes over the state from which the others went on")
  func away() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2", feature: Board.newer))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    _ = try first.reload("board", as: Board.newer)
    try second.host.upgradeShared()
    try await second.poll { second.logs.last?.contains("waits until a host") == true }
    try second.host.upgradeShared()
    try second.run("board.add{ title = 'bread' }")
    try await second.poll { second.host.sharedLog?.phase == .live && second.host.sharedLog?.pending == 0 }
    try await first.poll { try first.state("board.last") == 200 && first.host.sharedLog?.phase == .live }
    #expect(try first.state("board") == second.state("board"))
  }

  @Test("two hosts may request the same upgrade at once: both continue, and so does a host that starts later")
  func twice() async throws {
    let board = try Board()
    let (first, second) = try await hosts(board)
    for host in [first, second] {
      _ = try host.reload("board", as: Board.newer)
      try host.host.upgradeShared()
    }
    #expect(
      first.message { try first.host.upgradeShared() }
        == ":log upgrade: the log has not confirmed the upgrade that this host requested; wait for it")
    for host in [first, second] { try await host.poll { host.host.sharedLog?.position ?? 0 >= 3 } }
    try first.run("board.add{ title = 'new' }")
    await first.follow()
    await second.follow(first)
    #expect(try first.state("board.last") == 101)
    #expect(try first.state("board") == second.state("board"))
    let third = try board.host("till-3", feature: Board.newer)
    #expect(third.host.sharedLog?.phase == .live, "\(third.host.sharedLog?.problem ?? "")")
    #expect(try third.state("board") == first.state("board"))
  }

  @Test("a host that ends right after an upgrade has saved the state for hosts that start later")
  func ended() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    _ = try first.reload("board", as: Board.newer)
    try first.host.upgradeShared()
    try await first.poll { first.host.sharedLog?.position ?? 0 >= 2 }
    first.host.stop()
    let second = try board.host("till-2", feature: Board.newer)
    #expect(second.host.sharedLog?.phase == .live, "\(second.host.sharedLog?.problem ?? "")")
    #expect(try second.cards == ["milk"])
  }

  @Test("a snapshot that was saved before an upgrade is not announced after it")
  func former() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    _ = try first.reload("board", as: Board.newer)
    let former = first.host.shared.code
    try first.host.upgradeShared()
    await first.follow()
    let position = first.host.sharedLog?.position
    // The answer to a save that was slow.
    first.host.shared.inbox.post(.saved(position: 1, code: former, digest: "x"))
    await first.follow()
    #expect(first.host.sharedLog?.position == position)
  }

  @Test("an optimistic effect of an action that waits goes on over an upgrade")
  func optimistic() async throws {
    let board = try Board()
    func feature(_ source: String) -> String {
      source.replacing(
        "add = function(cx, action) cx.log(\"info\", \"added \" .. action.title) end",
        with: "add = udf.optimistic(function(cx, action) cx.sleep(1) cx.log(\"info\", \"added \" .. action.title) end)")
    }
    let former = feature(Board.feature)
    let (first, second) = (try board.host("till-1", feature: former), try board.host("till-2", feature: former))
    try first.run("dispatch { type = 'board/rename', from = 'a', to = 'b' }")
    await first.follow()
    await second.follow(first)
    for host in [first, second] { _ = try host.reload("board", as: feature(Board.newer)) }
    try first.host.upgradeShared()
    await first.follow()
    try second.run("board.add{ title = 'mine' }")
    try await second.poll { second.reloads.last?.ok == true && second.host.sharedLog?.pending == 0 }
    second.pass(1)
    #expect(second.logs.contains("info added mine"), "\(second.logs)")
    #expect(try second.state("board.last") == 100)
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
