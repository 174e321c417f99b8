import HostTesting
import Testing
import UDFHost

@Suite("a reload that migrates a local feature beside a shared one", .timeLimit(.minutes(5)))
struct SharedReloadTests {
  @Test("keeps the shared actions, so that an undo of another host removes them")
  func undo() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    try second.run("board.add{ title = 'bread' }")
    await second.follow()
    let report = try second.reload("own", as: Board.migrated(to: 2))
    #expect(report?.notes == ["feature own was migrated from version 1 to 2; the history is empty"])
    #expect(try second.cards == ["milk", "bread"])
    #expect(try second.state("own.added") == 2, "local features do not reduce them again")
    await first.follow(second)
    try first.host.undo()
    await second.follow(first)
    #expect(try second.cards == ["bread"])
    #expect(try second.state("board") == first.state("board"))
    #expect(try second.state("own.added") == 2)
    #expect(
      second.message { _ = try second.host.undo() } == """
        undo: there is nothing to undo
          Undo does not go back past the migration of the feature own.
        """)
  }

  @Test("keeps own actions that wait, and reduces them again after those of others")
  func waiting() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    try second.run("board.add{ title = 'bread' }")
    _ = try second.reload("own", as: Board.migrated(to: 2))
    #expect(try second.cards == ["bread"])
    await second.follow(first)
    await second.follow()
    await first.follow(second)
    #expect(try second.cards == ["milk", "bread"])
    #expect(try second.state("board") == first.state("board"))
    #expect(second.host.sharedLog?.phase == .live, "\(second.host.sharedLog?.problem ?? "")")
    #expect(second.logs == ["info added bread"])
  }

  @Test("saves the right snapshot afterwards")
  func snapshot() async throws {
    let board = try Board()
    let address = board.address + "?snapshots=4"
    func host(_ name: String) throws -> TestHost { try board.host(name, address: address, reach: 3) }
    let (first, second) = (try host("till-1"), try host("till-2"))
    for title in ["a", "b", "c"] { try first.run("board.add{ title = '\(title)' }") }
    await first.follow()
    _ = try first.reload("own", as: Board.migrated(to: 2))
    try first.run("board.add{ title = 'd' }")
    await first.follow()
    await second.follow(first)
    #expect(second.host.sharedLog?.phase == .live, "\(second.host.sharedLog?.problem ?? "")")
    let third = try host("till-3")
    #expect(try third.cards == ["a", "b", "c", "d"])
    #expect(try third.state("own.added") == 0)
  }
}
