import HostTesting
import Testing
import UDFHost
import UDFLog

@Suite("shared log: a host that is cut off while others remove entries", .timeLimit(.minutes(5)))
struct SharedRejoinTests {
  /// Two hosts of a log. The second one has another path to the file, so that the path can be cut off.
  private struct Pair {
    let board: Board
    let (first, second): (TestHost, TestHost)

    init() async throws {
      board = try Board()
      try board.folder.run("ln", "-s", ".", "way")
      first = try board.host("till-1", address: board.address + "?snapshots=100")
      second = try board.host("till-2", address: "sqlite:" + board.folder("way/board.log") + "?snapshots=100")
      try first.run("board.add{ title = 'milk' }")
      await first.follow()
      await second.follow(first)
    }

    func cutOff() async throws {
      try board.folder.run("rm", "way")
      try await wait { second.host.sharedLog?.phase == .disconnected }
    }

    /// The first host sends many actions and removes those that its snapshot contains. Then the second one reaches the log again.
    func trim() async throws {
      for number in 1...1200 { try first.run("board.add{ title = 'card \(number)' }") }
      await first.follow()
      let log = ActionLog(SQLiteLog(board.folder("board.log")))
      try await wait { try await log.snapshot()?.place.position ?? 0 >= 1000 }
      // The host reads the entry of its own snapshot a little later.
      try await wait {
        try? first.host.trimShared()
        return try await log.head().base >= 100
      }
    }

    func reconnect() async throws {
      try board.folder.run("ln", "-s", ".", "way")
      try await wait { second.host.sharedLog?.phase == .live && second.host.sharedLog?.pending == 0 }
      await first.follow(second)
      await second.follow(first)
    }

    private func wait(until isReached: () async throws -> Bool) async throws {
      while try await !isReached() {
        try Task.checkCancellation()
        first.pass(0.01)
        second.pass(0.01)
        await Task.yield()
      }
    }

    /// Actions that the user had sent, and the log had not confirmed, when the host was killed or the answer was lost.
    func unanswered() async throws -> LogBatch {
      let outbox = LogOutbox(board.folder("data/outbox.sqlite"), log: board.folder("way/board.log"))
      while true {
        try Task.checkCancellation()
        second.pass(0.01)
        if let batch = try await outbox.leftOver(besides: "").first { return batch }
        await Task.yield()
      }
    }
  }

  @Test("continues with the snapshot")
  func snapshot() async throws {
    let pair = try await Pair()
    try await pair.cutOff()
    try await pair.trim()
    try await pair.reconnect()
    #expect(try pair.second.cards.count == 1201)
    #expect(try pair.second.state("board") == pair.first.state("board"))
    try pair.second.run("board.take{ title = 'card 7' }")
    await pair.second.follow()
    await pair.first.follow(pair.second)
    #expect(try pair.second.state("board") == pair.first.state("board"))
    #expect(try pair.first.cards.count == 1200)
  }

  @Test("sends what waited, and neither sends nor shows again what the snapshot contains already")
  func waiting() async throws {
    let pair = try await Pair()
    try await pair.cutOff()
    try pair.second.run("board.add{ title = 'mine' }")
    // The log has it, and the host does not know: the answer was lost.
    let batch = try await pair.unanswered()
    guard case .committed = await ActionLog(SQLiteLog(pair.board.folder("board.log"))).append(batch) else {
      Issue.record("it was not appended")
      return
    }
    try pair.second.run("board.add{ title = 'mine too' }")
    try await pair.trim()
    try await pair.reconnect()
    let cards = try pair.second.cards
    #expect(cards.filter { $0 == "mine" }.count == 1)
    #expect(cards.filter { $0 == "mine too" }.count == 1)
    #expect(cards.last == "mine too")
    #expect(try pair.second.state("board") == pair.first.state("board"))
    #expect(
      pair.second.logs.contains(
        """
        warning log: the log has #2 board/add, and removed the entries before this host read them
          Whether the reducers accepted them is in the state alone; their effects do not run.
        """), "\(pair.second.logs)")
    #expect(pair.second.logs.contains("info added mine too"))
    #expect(!pair.second.logs.contains("info added mine"))
    let outbox = LogOutbox(pair.board.folder("data/outbox.sqlite"), log: pair.board.folder("way/board.log"))
    pair.second.host.stop()
    #expect(try await outbox.leftOver(besides: "").isEmpty)
  }
}
