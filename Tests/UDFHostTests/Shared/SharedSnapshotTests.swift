import FolderTesting
import HostTesting
import Testing
import UDF
import UDFHost
import UDFLog

@Suite("snapshots of shared features", .timeLimit(.minutes(1)))
struct SharedSnapshotTests {
  private func fill(_ board: Board, _ count: Int) async throws -> TestHost {
    let host = try board.host("till-1", address: board.address + "?snapshots=200")
    for number in 1...count { try host.run("board.add{ title = 'card \(number)' }") }
    await host.follow()
    // Each snapshot is announced by an entry, a thousand entries after its own.
    while host.host.sharedLog?.position ?? 0 < Int64(count + (count - 1000) / 200) {
      try Task.checkCancellation()
      host.host.poll()
      await Task.yield()
    }
    return host
  }

  @Test("a new host begins with the newest snapshot, and reads only the entries after it")
  func join() async throws {
    let board = try Board()
    let first = try await fill(board, 1500)
    let second = try board.host("till-2")
    #expect(try second.state("board") == first.state("board"))
    #expect(second.host.sharedLog?.position == 1502)
    #expect(
      try second.state("own.added") == 1100, "the first 400 are in the snapshot, and local features do not see them")
    try second.run("board.take{ title = 'card 1' }")
    await second.follow()
    await first.follow(second)
    #expect(try second.state("board") == first.state("board"))
  }

  @Test("entries that a snapshot contains can be removed, and a new host needs them no more")
  func trim() async throws {
    let board = try Board()
    let first = try await fill(board, 1300)
    try first.host.trimShared()
    let log = ActionLog(SQLiteLog(board.folder("board.log")))
    while try await log.head().base < 200 { await Task.yield() }
    let second = try board.host("till-2")
    #expect(try second.state("board") == first.state("board"))
    let other = try board.host("till-3", feature: Board.newer)
    #expect(
      other.host.sharedLog?.problem == """
        \(board.folder("board.log")): begins at entry 201, and has no snapshot of this code
          To fix this, run the files that the other hosts run.
        """)
  }

  @Test("actions that waited until the log could be reached come after those of the snapshot")
  func late() async throws {
    let board = try Board()
    _ = try await fill(board, 1300)
    let second = try board.host("till-2", address: "sqlite:" + board.folder("later/board.log"))
    try second.run("board.add{ title = 'mine' }")
    try second.run("dispatch { type = 'own/pick', title = 'mine' }")
    #expect(second.host.sharedLog?.phase == .disconnected, "\(second.logs)")
    try board.folder.run("mkdir", "later")
    for file in ["board.log", "board.log-wal", "board.log-shm"] { try? board.folder.run("cp", file, "later") }
    while second.host.sharedLog?.phase != .live {
      try Task.checkCancellation()
      second.host.poll()
      await Task.yield()
    }
    await second.follow()
    #expect(try second.cards.count == 1301)
    #expect(try second.cards.last == "mine")
    #expect(try second.state("own.picked") == "mine")
    let third = try board.host("till-3", address: "sqlite:" + board.folder("later/board.log"))
    #expect(try third.state("board") == second.state("board"))
  }

  @Test("a host whose state differs from that of the host that saved the snapshot stops, and names the place")
  func difference() async throws {
    let board = try Board()
    func host(_ name: String, step: Int) throws -> TestHost {
      let source =
        "local udf = require 'udf' return udf.app { name = 'n', features = { udf.native('count', { shared = true }) } }"
      return try TestHost(["app": source]) { configuration in
        configuration.features = [Count(step: step)]
        configuration.log = board.address + "?snapshots=10"
        configuration.logHost = name
      }
    }
    let (first, second) = (try host("till-1", step: 1), try host("till-2", step: 2))
    for _ in 1...1010 { try first.run("count.up()") }
    await first.follow()
    while second.host.sharedLog?.phase != .stopped {
      try Task.checkCancellation()
      first.host.poll()
      second.host.poll()
      await Task.yield()
    }
    #expect(
      second.host.sharedLog?.problem == """
        \(board.folder("board.log")): the state after entry 10 is not that of till-1, first at count.sum
          A reducer depends on more than its state and its action.
          To fix this, mend the reducer on all hosts, and start the app again.
        """)
    #expect(second.failure("count.up()").hasPrefix("count/up: this host follows the log no more"))
  }
}

/// Its reducer depends on more than its state and its action.
private struct Count: NativeFeature {
  struct State { var sum = 0 }
  enum Action: Codable, Sendable { case up }

  let step: Int
  let name = "count"
  let initialState = State()
  let actions: Record = ["up": [:]]
  let fields: [StateField<State>] = [.value("sum", \.sum)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    state.sum += step
    return .none
  }
}
