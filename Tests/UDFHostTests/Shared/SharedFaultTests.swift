import HostTesting
import Platform
import Testing
import UDF
import UDFLog

@testable import UDFHost

@Suite("shared log: what one host cannot do", .timeLimit(.minutes(5)))
struct SharedFaultTests {
  /// Keeps a text of as many bytes as the action asks for.
  private static let large = """
    return require("udf").feature {
      name = "board", shared = true, state = { text = "" }, actions = { fill = { count = "number" } },
      reduce = { fill = function(state, action) state.text = string.rep("x", action.count) end },
    }
    """

  private static func add(_ title: String) -> LogAction {
    LogAction(TapeWriter.bytes(of: ["type": "board/add", "title": .string(title), "id": "x"]))
  }

  @Test("a host with too little memory for an action of another host stops, and does not leave the action out")
  func memory() async throws {
    let board = try Board()
    let other = "return require('udf').feature { name = 'own', state = {} }"
    let first = try board.host("till-1", feature: Self.large, other: other)
    let second = try board.host("till-2", feature: Self.large, other: other) { $0.memoryLimit = 16 << 20 }
    try first.run("board.fill{ count = 40000000 }")
    await first.follow()
    try await second.poll { second.host.sharedLog?.phase == .stopped }
    let problem = second.host.sharedLog?.problem ?? ""
    #expect(problem.hasPrefix("\(board.folder("board.log")): entry 1 is not reduced: "), "\(problem)")
    #expect(
      problem.hasSuffix(
        "\n  To fix this, start the app again with more time or memory: --time-limit, --memory-limit."), "\(problem)")
  }

  @Test("a saved state cannot be the start of a host that follows a log")
  func savedState() throws {
    let board = try Board()
    try board.folder.save("{ \"own\": { \"added\": 3 } }", to: "state.json")
    do {
      _ = try board.host("till-1") { $0.state = board.folder("state.json") }
      Issue.record("it started")
    } catch let error as HostError {
      #expect(
        error.message == """
          state: the state of board is shared through the log
            Nothing was changed. To fix this, start the app without --log, or send actions that have the same effect.
          """)
    }
  }

  @Test("an observer that answers each action of another host sends its answers after all of them")
  func observer() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    let subscription = first.host.observe(actions: true) { [unowned first] event in
      guard case .action(let record) = event, record.origin == .log else { return }
      try? first.host.send("board/add", ["title": .string("re: \(record.fields["title"].text ?? "")"), "id": "x"])
      // The next entries wait.
      first.host.poll()
    }
    // Together, so that the host reads them together.
    let log = ActionLog(SQLiteLog(board.folder("board.log")))
    let actions = ["a", "b", "c"].map { Self.add($0) }
    #expect(await log.append(LogBatch(EntryName("till-3", 1), actions)) == .committed(3))
    await second.follow()
    try await first.poll { first.host.sharedLog?.position ?? 0 > 3 && first.host.sharedLog?.pending == 0 }
    await second.follow(first)
    #expect(try first.cards.starts(with: ["a"]) && Set(first.cards).isSuperset(of: ["b", "c", "re: a"]))
    #expect(try first.state("board") == second.state("board"))
    subscription.cancel()
  }

  @Test("a host that started without the log reports when the log answers")
  func answers() async throws {
    let board = try Board()
    let first = try board.host("till-1", address: "sqlite:" + board.folder("later/board.log"))
    #expect(first.host.sharedLog?.phase == .disconnected)
    #expect(
      first.message { try first.host.upgradeShared() } == ":log upgrade: the log does not answer; wait for it")
    try board.folder.run("mkdir", "later")
    try await first.poll { first.host.sharedLog?.phase == .live }
    #expect(first.logs.count == 2)
    #expect(first.logs.last == "info log: the log answers again")
    #expect(first.host.sharedLog?.problem == nil)
  }

  @Test("a host whose next action finds that the log has lost entries names them")
  func lost() async throws {
    let board = try Board()
    try board.folder.run("mkdir", "live")
    try board.folder.run("ln", "-s", "live", "way")
    let first = try board.host("till-1", address: "sqlite:" + board.folder("way/board.log"))
    for title in ["a", "b"] { try first.run("board.add{ title = '\(title)' }") }
    await first.follow()
    try board.folder.run("cp", "-R", "live", "old")
    for title in ["c", "d", "e"] { try first.run("board.add{ title = '\(title)' }") }
    await first.follow()
    try board.folder.run("ln", "-s", "old", "other")
    try board.folder.run("mv", "-T", "other", "way")
    try first.run("board.add{ title = 'f' }")
    try await first.poll { first.host.sharedLog?.phase == .stopped }
    #expect(
      first.host.sharedLog?.problem?.contains("has lost or replaced entries 3 to 5, which were read before") ?? false,
      "\(first.host.sharedLog?.problem ?? "")")
    #expect(try first.cards == ["a", "b", "c", "d", "e", "f"])
  }

  @Test("while a host is busy, four pages of entries wait for it, and the rest stays in the log")
  func busy() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    await first.follow()
    let log = ActionLog(SQLiteLog(board.folder("board.log")))
    for batch in 0..<40 {
      let actions = (1...20).map { Self.add("\(batch) \($0)") }
      let outcome = await log.append(LogBatch(EntryName("till-2", Int64(batch * 20 + 1)), actions))
      #expect(outcome == .committed(Int64(batch * 20 + 20)))
      #expect(first.waitingPages <= 4)
    }
    try await first.poll { first.host.sharedLog?.position == 800 }
    #expect(try first.cards.count == 800)
  }

  @Test("a replay cannot remove a shared action from this host alone")
  func replay() async throws {
    let board = try Board()
    let source = """
      local udf = require 'udf'
      return udf.app { name = 'n', features = { require 'tally', require 'own' } }
      """
    let tally = "return require('udf').native('tally', { shared = true })"
    let own = "return require('udf').feature { name = 'own', state = { n = 0 }, reduce = { ['tally/up'] = BODY } }"
    let host = try TestHost([
      "app": source, "tally": tally, "own": own.replacing("BODY", with: "function(state) state.n = state.n + 1 end"),
    ]) { configuration in
      configuration.features = [Tally()]
      configuration.log = board.address
    }
    try host.run("tally.up()")
    await host.follow()
    let report = try host.reload("own", as: own.replacing("BODY", with: "function(state) state.n = state.n + 2 end"))
    #expect(report?.ok == true, "\(report?.error?.message ?? "")")
    Tally.isOpen.withLock { $0 = false }
    defer { Tally.isOpen.withLock { $0 = true } }
    #expect(
      host.message { _ = try host.host.replay() } == """
        replay: #1 tally/up belongs to all hosts of the shared log, and is refused now: tally/up: closed
          The state and the history are unchanged. A reducer depends on more than its state and its action.
          To fix this, mend the reducer on all hosts, and start the app again.
        """)
    #expect(try host.state("tally.sum") == 1)
  }
}

extension TestHost {
  /// The pages of entries that the host has not taken in.
  fileprivate var waitingPages: Int {
    var count = 0
    _ = host.shared.inbox.take { news -> Void? in
      if case .event(.entries) = news { count += 1 }
      return nil
    }
    return count
  }
}

/// Its reducer depends on more than its state and its action.
private struct Tally: NativeFeature {
  struct State { var sum = 0 }
  enum Action: Codable, Sendable { case up }
  struct Closed: Error, CustomStringConvertible { let description = "closed" }

  static let isOpen = Guarded(true)
  let name = "tally"
  let initialState = State()
  let actions: Record = ["up": [:]]
  let fields: [StateField<State>] = [.value("sum", \.sum)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action> {
    guard Tally.isOpen.withLock({ $0 }) else { throw Closed() }
    state.sum += 1
    return .none
  }
}
