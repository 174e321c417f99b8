import FolderTesting
import HostTesting
import Testing
import UDF
import UDFHost
import UDFLog

@Suite("snapshots of shared features", .timeLimit(.minutes(5)))
struct SharedSnapshotTests {
  private func fill(_ board: Board, _ count: Int) async throws -> TestHost {
    let host = try board.host("till-1", address: board.address + "?snapshots=200")
    for number in 1...count { try host.run("board.add{ title = 'card \(number)' }") }
    await host.follow()
    return host
  }

  @Test("a new host begins with the newest snapshot, and reads only the entries after it")
  func join() async throws {
    let board = try Board()
    let first = try await fill(board, 1500)
    let second = try board.host("till-2")
    await second.follow(first)
    #expect(try second.state("board") == first.state("board"))
    #expect(second.host.sharedLog?.position == first.host.sharedLog?.position)
    let added = try second.state("own.added").integer ?? 0
    #expect(added < 300, "most are in the snapshot, and local features do not see them")
    try second.run("board.take{ title = 'card 1' }")
    await second.follow()
    await first.follow(second)
    #expect(try second.state("board") == first.state("board"))
  }

  @Test("entries that a snapshot contains can be removed, and a new host needs them no more")
  func trim() async throws {
    let board = try Board()
    let first = try await fill(board, 500)
    try first.host.trimShared()
    try await first.poll { first.logs.last?.hasSuffix("are removed; a snapshot has their state") == true }
    let base = try await ActionLog(SQLiteLog(board.folder("board.log"))).head().base
    #expect(base >= 200)
    #expect(first.logs.last?.hasSuffix("the entries up to \(base) are removed; a snapshot has their state") == true)
    let second = try board.host("till-2")
    await second.follow(first)
    #expect(try second.state("board") == first.state("board"))
    let other = try board.host("till-3", feature: Board.newer)
    #expect(
      other.host.sharedLog?.problem == """
        \(board.folder("board.log")): begins at entry \(base + 1), and has no snapshot of this code
          To fix this, run the files that the other hosts run.
        """)
  }

  @Test("actions that waited until the log could be reached come after those of the snapshot")
  func late() async throws {
    let board = try Board()
    _ = try await fill(board, 500)
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
    #expect(try second.cards.count == 501)
    #expect(try second.cards.last == "mine")
    #expect(try second.state("own.picked") == "mine")
    let third = try board.host("till-3", address: "sqlite:" + board.folder("later/board.log"))
    #expect(try third.state("board") == second.state("board"))
  }

  @Test("an undo removes actions before and after a snapshot on hosts that were there and on a host that began with it")
  func undo() async throws {
    let board = try Board()
    let feature = Board.feature.replacing(
      "add = function(cx, action) cx.log(\"info\", \"added \" .. action.title) end",
      with:
        "add = function(cx, action) if action.title == 'milk' then cx.send{ type = 'board/add', title = 'glass' } end end"
    )
    let address = board.address + "?snapshots=3"
    let first = try board.host("till-1", address: address, feature: feature, reach: 5)
    for title in ["a", "b", "milk"] { try first.run("board.add{ title = '\(title)' }") }
    await first.follow()
    #expect(try first.cards == ["a", "b", "milk", "glass"])
    let second = try board.host("till-2", address: address, feature: feature, reach: 5)
    #expect(try second.state("own.added") == 1, "the snapshot has the first three")
    try first.host.undo()
    await second.follow(first)
    #expect(try first.cards == ["a", "b"])
    #expect(try second.cards == ["a", "b"])
  }

  @Test("an action that was refused stays refused on a host that begins with a snapshot after the undo of the reason")
  func refused() async throws {
    let board = try Board()
    let address = board.address + "?snapshots=2"
    func host(_ name: String) throws -> TestHost { try board.host(name, address: address, reach: 10) }
    let (first, second) = (try host("till-1"), try host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    try first.run("board.take{ title = 'milk' }")
    await first.follow()
    // The second host does not know yet that the card was taken.
    try second.run("board.take{ title = 'milk' }")
    await second.follow(first)
    await second.follow()
    #expect(second.logs.contains("info too late: milk"))
    await first.follow(second)
    try first.host.undo()
    await second.follow(first)
    let third = try host("till-3")
    for host in [first, second, third] { #expect(try host.cards == ["milk"]) }
    #expect(third.host.sharedLog?.phase == .live, "\(third.host.sharedLog?.problem ?? "")")
  }

  @Test("a damaged snapshot is not loaded, and the host says so")
  func damaged() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    let log = ActionLog(SQLiteLog(board.folder("board.log")))
    let head = try await log.head()
    let entry = try #require(try await log.read(after: head.start).entries.first)
    let code = String(decoding: entry.action.stamp, as: UTF8.self)
    try await log.save(LogSnapshot(head.place, epoch: head.epoch, reducers: code, body: [1, 2, 3]))
    let second = try board.host("till-2")
    #expect(
      second.host.sharedLog?.problem == """
        \(board.folder("board.log")): the snapshot cannot be loaded: this version has not written it, or it is damaged
        """)
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
    for _ in 1...10 { try first.run("count.up()") }
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
    #expect(second.failure("count.up()").hasPrefix("count/up: this host no longer follows the log"))
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
