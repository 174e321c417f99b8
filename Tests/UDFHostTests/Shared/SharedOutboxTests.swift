import HostTesting
import LuaRuntime
import Testing
import UDFLog

@testable import UDFHost

@Suite("shared actions of an earlier run that was killed", .timeLimit(.minutes(5)))
struct SharedOutboxTests {
  private func outbox(_ board: Board) -> LogOutbox {
    LogOutbox(board.folder("data/outbox.sqlite"), log: board.folder("board.log"))
  }

  private func action(_ type: String, _ title: String) -> LogAction {
    LogAction(TapeWriter.bytes(of: ["type": .string(type), "title": .string(title), "id": "x"]))
  }

  @Test("actions that a host could not append before it ended are appended once by the next host with its data")
  func next() async throws {
    let board = try Board()
    let outbox = outbox(board)
    outbox.add(LogRun(EntryName("till-0", 1), action("board/add", "milk"), epoch: nil))
    outbox.flush()
    let first = try board.host("till-1")
    try await first.poll { try first.cards == ["milk"] }
    #expect(!first.logs.contains("info added milk"), "its effects are lost with the host that sent it")
    let second = try board.host("till-2")
    #expect(try second.cards == ["milk"])
  }

  @Test("an action that cannot be appended keeps back what its own host sent after it, and nothing else")
  func poisoned() async throws {
    let board = try Board()
    let outbox = outbox(board)
    outbox.add(LogRun(EntryName("a", 1), action("board/add", "milk"), epoch: nil))
    outbox.add(
      LogRun(EntryName("a", 2), LogAction([UInt8](repeating: 0, count: LogAction.sizeLimit + 1)), epoch: nil))
    outbox.add(LogRun(EntryName("a", 3), action("board/add", "late"), epoch: nil))
    outbox.add(LogRun(EntryName("b", 1), action("board/add", "bread"), epoch: nil))
    outbox.flush()
    let first = try board.host("till-1")
    try await first.poll { try first.cards == ["milk", "bread"] }
    let problem = first.logs.first { $0.contains("an earlier run, a, were not appended and stay in") } ?? ""
    #expect(problem.contains("an entry takes at most"), "\(first.logs)")
    first.host.stop()
    let left = try await outbox.leftOver(besides: "")
    #expect(left.map(\.first) == [EntryName("a", 2)])
    #expect(left.flatMap(\.actions).count == 2)
  }

  @Test("a refusal of such an action is reported on the host that appended it, and onRejected runs")
  func refused() async throws {
    let board = try Board()
    let outbox = outbox(board)
    outbox.add(LogRun(EntryName("till-0", 1), action("board/take", "milk"), epoch: nil))
    outbox.flush()
    let first = try board.host("till-1")
    try await first.poll { first.logs.contains("info too late: milk") }
    #expect(
      first.logs.contains {
        $0.hasPrefix(
          "warning log: of an earlier run: board/take is refused, because actions of other hosts came first: board.lua:"
        )
      }, "\(first.logs)")
  }

  @Test("and a command that would make all hosts take over its state has no effect after its end")
  func takeOver() async throws {
    let board = try Board()
    let outbox = outbox(board)
    outbox.add(LogRun(EntryName("till-0", 1), SharedCommand.takeOver(to: "0").leftOver, epoch: nil))
    outbox.add(LogRun(EntryName("till-0", 2), action("board/add", "milk"), epoch: nil))
    outbox.flush()
    let first = try board.host("till-1")
    try await first.poll { try first.cards == ["milk"] }
    #expect(first.host.sharedLog?.phase == .live && first.errors.isEmpty)
  }

  @Test("are kept under the absolute path of the log, so that a start from another folder finds them")
  func identity() throws {
    let log = ActionLog(SQLiteLog("/data/./logs/../board.log"))
    #expect(log.identity == "/data/board.log")
    let relative = ActionLog(SQLiteLog("board.log")).identity
    #expect(relative.hasPrefix("/") && relative.hasSuffix("/board.log"))
    #expect(ActionLog(SQLiteLog("./x/../board.log")).identity == relative)
  }

  @Test("actions that wait for a log at another address are reported with that address")
  func moved() async throws {
    let board = try Board()
    let old = LogOutbox(board.folder("data/outbox.sqlite"), log: "/old/board.log")
    for number in 1...2 {
      old.add(LogRun(EntryName("till-0", Int64(number)), action("board/add", "milk"), epoch: nil))
    }
    old.flush()
    let first = try board.host("till-1")
    try await first.poll { !first.logs.isEmpty }
    #expect(
      first.logs == [
        "warning log: 2 actions wait for another log, /old/board.log. Start the app with that log to send what waits."
      ])
  }

  @Test("a host that cannot keep its actions says so")
  func unkept() async throws {
    let board = try Board()
    try board.folder.run("mkdir", "data")
    try board.folder.save("no database at all, but long enough to be one", to: "data/outbox.sqlite")
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk' }")
    try await first.poll {
      first.logs.contains { $0.hasPrefix("warning log: own actions that wait are not kept for the next start: ") }
    }
  }
}
