import FolderTesting
import HostTesting
import SeededTesting
import Testing
import UDF
import UDFHost

@Suite("shared log", .timeLimit(.minutes(5)))
struct SharedLogTests {
  @Test("an action that one host sends is reduced on all, and its effects run on the sender alone")
  func two() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    #expect(try first.cards == ["milk"])
    #expect(first.logs.isEmpty, "its effect waits for the log")
    await first.follow()
    #expect(first.logs == ["info added milk"])
    await second.follow(first)
    #expect(try second.cards == ["milk"])
    #expect(second.logs.isEmpty)
    #expect(second.actions.map(\.origin) == [.log])
    #expect(try first.state("board") == second.state("board"), "the id is in the action")
    #expect(try second.state("own.added") == 1, "local features follow")
    let origin = SharedOrigin(host: "till-1", position: 1)
    #expect(first.actions.map(\.shared) == [SharedOrigin(host: "till-1")], "it was optimistic")
    #expect(first.host.history.map(\.shared) == [origin])
    #expect(second.actions.map(\.shared) == [origin])
    #expect(second.host.history.map(\.shared) == [origin])
    #expect(second.host.sharedLog?.hosts == [SharedInfo.Host(name: "till-1", position: 1)])
    let third = try board.host("till-3")
    #expect(third.host.history.map(\.shared) == [SharedOrigin(host: "till-1", position: 1, isEarlier: true)])
  }

  @Test("actions of others that are before own ones in the log are reduced before them; local actions keep their place")
  func rebase() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try second.run("board.add{ title = 'bread' }")
    await second.follow()
    try first.run("board.add{ title = 'milk' }")
    try first.run("dispatch { type = 'own/pick', title = 'milk' }")
    #expect(try first.cards == ["milk"])
    await first.follow(second)
    await second.follow(first)
    #expect(try first.cards == ["bread", "milk"])
    #expect(try first.state("board") == second.state("board"))
    #expect(try first.state("own.picked") == "milk")
    #expect(try first.state("own.added") == 2)
    #expect(first.host.history.map(\.type) == ["board/add", "board/add", "own/pick"])
    #expect(first.host.history.map(\.n) == [3, 1, 2])
    #expect(first.happenings.contains("confirm"))
    try first.host.visit(action: 3)
    #expect(try first.cards == ["bread"])
    try first.host.returnToLive()
    #expect(try first.cards == ["bread", "milk"])
  }

  @Test("an own action that is refused because others came before it runs onRejected, and all hosts agree")
  func rejected() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try await board.takeTwice(first, second)
    #expect(try first.cards == [])
    await first.follow(second)
    #expect(first.logs.last == "info too late: milk")
    #expect(
      first.errors.map(\.message).map { $0.prefix { $0 != "\n" } } == [
        "log: #2 board/take is refused, because actions of other hosts came first: board.lua:18: board/take: there is no card milk"
      ])
    await second.follow(first)
    #expect(try first.state("board") == second.state("board"))
    #expect(second.errors.isEmpty, "its sender is notified, not the others")
  }

  @Test("reactions run on every host, also when actions of others come before own ones")
  func reactions() async throws {
    let board = try Board()
    let feature = Board.feature.replacing(
      "  effects = {",
      with:
        "  reactions = { seen = { \"last\", function(cx, last) cx.log(\"info\", \"last \" .. last) end } },\n  effects = {"
    )
    let (first, second) = (try board.host("till-1", feature: feature), try board.host("till-2", feature: feature))
    try second.run("board.add{ title = 'bread' }")
    await second.follow()
    try first.run("board.add{ title = 'milk' }")
    await first.follow(second)
    await second.follow(first)
    #expect(first.logs == ["info last 1", "info last 2", "info added milk"])
    #expect(second.logs == ["info last 1", "info added bread", "info last 2"])
  }

  @Test("an optimistic effect starts at once, and is cancelled if the log refuses its action")
  func optimistic() async throws {
    let board = try Board()
    let feature = Board.feature.replacing(
      "  effects = {",
      with: """
          effects = {
            take = udf.optimistic(function(cx, action)
              cx.log("info", "takes " .. action.title)
              cx.sleep(1)
              cx.log("info", "took " .. action.title)
            end),
        """)
    let (first, second) = (try board.host("till-1", feature: feature), try board.host("till-2", feature: feature))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    try second.run("board.take{ title = 'milk' }")
    #expect(second.logs == ["info takes milk"])
    second.pass(1)
    #expect(second.logs == ["info takes milk", "info took milk"])
    await second.follow()
    #expect(second.logs.count == 2, "it does not start again when the log confirms its action")
    try first.run("board.take{ title = 'milk' }")
    #expect(first.logs.last == "info takes milk")
    await first.follow(second)
    first.pass(1)
    #expect(first.logs.last == "info too late: milk")
  }

  @Test("a line that settles receives what others have sent")
  func settling() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try second.run("board.add{ title = 'bread' }")
    await second.follow()
    let count = try first.run("board.add{ title = 'milk' }; settle(60); return #state.board.cards")
    #expect(count == 2)
    #expect(try first.cards == ["bread", "milk"])
  }

  @Test("the end of the last host leaves the whole log in its file")
  func file() async throws {
    let board = try Board()
    let app = try board.host("till-1")
    try app.run("board.add{ title = 'milk' }")
    await app.follow()
    #expect(board.folder.bytes(of: "board.log-wal") != nil)
    app.host.stop()
    #expect(board.folder.bytes(of: "board.log-wal") == nil)
    #expect(try board.host("till-2").cards == ["milk"])
  }

  @Test("a host that joins later has the state of the others at once")
  func join() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    for number in 1...300 { try first.run("board.add{ title = 'card \(number)' }") }
    await first.follow()
    let second = try board.host("till-2")
    #expect(try second.cards.count == 300)
    #expect(try first.state("board") == second.state("board"))
    #expect(second.host.sharedLog?.phase == .live)
  }

  @Test("without a log, the feature stays on its host, stamped as with a log")
  func local() throws {
    let app = try TestHost(["board": Board.feature, "own": Board.other])
    try app.run("board.add{ title = 'milk' }")
    #expect(try app.state("board.cards[1].id").text?.count == 36)
    #expect(app.logs == ["info added milk"])
    #expect(app.host.sharedLog == nil)
  }

  @Test("the record of an action names its stamped fields, also after a reload")
  func stampedFields() throws {
    let app = try TestHost(["board": Board.feature, "own": Board.other])
    try app.run("board.add{ title = 'milk' }")
    try app.run("board.take{ title = 'milk' }")
    #expect(app.host.history(last: 2).map(\.stamped) == [["id"], []])
    _ = try app.reload("board", as: Board.newer)
    #expect(app.host.history(last: 2).map(\.stamped) == [["id"], []])
  }

  @Test("a log that does not respond keeps actions waiting, and nothing is lost on this host")
  func offline() async throws {
    let board = try Board()
    let app = try board.host("till-1", address: "redis://127.0.0.1:1")
    try app.run("board.add{ title = 'milk' }")
    #expect(try app.cards == ["milk"])
    #expect(app.host.sharedLog?.phase == .disconnected)
    #expect(app.host.sharedLog?.pending == 1)
    #expect(app.host.settle(timeout: 1), "a log that does not answer is not waited for")
  }

  @Test("a host with other code for the shared features is reported once")
  func otherCode() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    let second = try board.host("till-2", feature: Board.newer)
    try second.run("board.add{ title = 'milk' }")
    try second.run("board.add{ title = 'bread' }")
    await second.follow()
    await first.follow(second)
    #expect(
      first.logs == [
        """
        warning log: the shared features have other code on till-2, so the state there may differ from this one
          To fix this, run the same files on all hosts, or save this host's files on all of them and enter :log upgrade here.
        """
      ])
  }

  @Test("a feature in Swift with another logVersion is other code")
  func version() async throws {
    let board = try Board()
    func host(_ name: String, version: Int) throws -> TestHost {
      let source =
        "local udf = require 'udf' return udf.app { name = 'n', features = { udf.native('tally', { shared = true }) } }"
      return try TestHost(["app": source]) { configuration in
        configuration.features = [Tally(logVersion: version)]
        configuration.log = board.address
        configuration.logHost = name
      }
    }
    let (first, second) = (try host("till-1", version: 1), try host("till-2", version: 2))
    let third = try host("till-3", version: 1)
    try second.run("tally.up()")
    await second.follow()
    for host in [first, third] { await host.follow(second) }
    try first.run("tally.up()")
    await first.follow()
    await third.follow(first)
    let warning = """
      warning log: the shared features have other code on till-2, so the state there may differ from this one
        To fix this, run the same files on all hosts, or save this host's files on all of them and enter :log upgrade here.
      """
    #expect(first.logs == [warning])
    #expect(third.logs == [warning])
  }

  @Test("hosts that run one after the other may have the same name, and each action is an entry")
  func sameName() async throws {
    let board = try Board()
    for title in ["milk", "bread"] {
      let host = try board.host("till-1")
      try host.run("board.add{ title = '\(title)' }")
      await host.follow()
      #expect(host.host.sharedLog?.host == "till-1")
      host.host.stop()
    }
    let (one, other) = (try board.host("till-1"), try board.host("till-1"))
    try one.run("board.add{ title = 'one' }")
    try other.run("board.add{ title = 'other' }")
    await one.follow()
    await other.follow()
    await one.follow(other)
    #expect(try one.cards.sorted() == ["bread", "milk", "one", "other"])
    #expect(one.host.sharedLog?.hosts.map(\.name) == ["till-1"])
  }

  @Test("in any order of actions and delivery, all hosts agree with a host that reads the log afterwards")
  func agreement() async throws {
    var random = SeededGenerator(seed: Seed.current)
    for _ in 0..<Extent.runs(daily: 12, nightly: 200) {
      let board = try Board()
      var hosts: [TestHost] = []
      var late: [TestHost] = []
      let address = board.address + "?snapshots=\(Int.random(in: 1...20, using: &random))"
      let reach = Int64.random(in: 1...20, using: &random)
      for name in 1...Int.random(in: 2...4, using: &random) {
        hosts.append(try board.host("till-\(name)", address: address, reach: reach))
      }
      let titles = ["a", "b", "c", "d"]
      for _ in 0..<Int.random(in: 20...60, using: &random) {
        if Int.random(in: 0..<20, using: &random) == 0, late.count < 3 {
          late.append(try board.host("late-\(late.count)", address: address, reach: reach))
        }
        let host = (hosts + late).randomElement(using: &random)!
        let (one, two) = (titles.randomElement(using: &random)!, titles.randomElement(using: &random)!)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: try host.run("board.add{ title = '\(one)' }")
        case 3: _ = host.failure("board.take{ title = '\(one)' }")
        case 4: try host.run("board.rename{ from = '\(one)', to = '\(two)' }")
        case 5: try host.run("dispatch { type = 'own/pick', title = '\(one)' }")
        case 6: await host.follow()
        // Refused if there is nothing to undo.
        case 7: _ = try? host.host.undo()
        case 8: _ = try host.reload("own", as: Board.migrated(to: host.host.generation + 1))
        default: host.host.poll()
        }
      }
      for host in hosts + late { await host.follow() }
      // A reader does not announce snapshots.
      let reader = try board.host("reader", address: board.address + "?mode=read", reach: reach)
      for host in hosts + late { await host.follow(reader) }
      for host in hosts + late {
        #expect(host.host.sharedLog?.phase == .live, "\(host.host.sharedLog?.problem ?? ""); \(Seed.replay)")
        #expect(try host.state("board") == reader.state("board"), "\(Seed.replay)")
        #expect(host.host.sharedLog?.pending == 0)
        #expect(host.errors.allSatisfy { $0.message.contains("there is no card") })
      }
    }
  }
}

private struct Tally: NativeFeature {
  struct State { var sum = 0 }
  enum Action: Codable, Sendable { case up }

  let logVersion: Int
  let name = "tally"
  let initialState = State()
  let actions: Record = ["up": [:]]
  let fields: [StateField<State>] = [.value("sum", \.sum)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    state.sum += 1
    return .none
  }
}
