import HostTesting
import Platform
import Testing
import UDF
import UDFHost
import UDFServices

@Suite("shared log: a host whose clock jumps", .timeLimit(.minutes(5)))
struct SharedClockTests {
  /// A clock that the test sets.
  private final class SetClock: WallClock {
    private let time = Guarded(0.0)

    var now: Double { time.withLock { $0 } }

    func set(_ seconds: Double) { time.withLock { $0 = seconds } }
  }

  private struct Core: HostCore {
    let instances = Instances()
    let clock: SetClock

    func dependency() -> any WallClock { clock }
    func dependency() -> any LogSink { SilentLog() }
  }

  private static let feature = """
    return require("udf").feature {
      name = "board", shared = true, uses = { "clock" }, state = { cards = require("udf").list {} },
      actions = { add = { title = "string", at = "number" } },
      stamp = function(cx) return { at = cx.services.clock.now() } end,
      reduce = { add = function(state, action) table.insert(state.cards, { title = action.title, at = action.at }) end },
    }
    """

  @Test("the log decides the order, the time that the sender had is in the action, and presence follows the log")
  func jumps() async throws {
    let board = try Board()
    func host(_ name: String, _ clock: SetClock) throws -> TestHost {
      try TestHost(["board": Self.feature]) { configuration in
        configuration.log = board.address
        configuration.logHost = name
        configuration.core = Core(clock: clock)
      }
    }
    let (clock, other) = (SetClock(), SetClock())
    let (first, second) = (try host("till-1", clock), try host("till-2", other))
    other.set(1000)
    // A year ahead, before 1970, and back: the other host's action is between.
    for (time, title) in [(31_536_000.0, "a"), (-5.0, "b"), (1000.0, "c")] {
      clock.set(time)
      try first.run("board.add{ title = '\(title)' }")
      await first.follow()
      await second.follow(first)
      try second.run("board.add{ title = '\(title)2' }")
      await second.follow()
      await first.follow(second)
    }
    let cards = try first.state("board.cards").items
    #expect(cards.map { $0["title"].text } == ["a", "a2", "b", "b2", "c", "c2"])
    let times =
      "local all = {} for i, card in ipairs(state.board.cards) do all[i] = math.tointeger(card.at) end return all"
    #expect(try first.run(times) == [31_536_000, 1000, -5, 1000, 1000, 1000])
    #expect(try second.state("board") == first.state("board"))
    #expect(second.host.sharedLog?.hosts == [SharedInfo.Host(name: "till-1", position: 5)])
    #expect(first.host.sharedLog?.hosts == [SharedInfo.Host(name: "till-2", position: 6)])
    // A joining host does not use their clocks.
    let third = try host("till-3", SetClock())
    #expect(try third.state("board") == first.state("board"))
  }

  @Test("what waits for a log that does not answer is sent again although the host's clock was set back")
  func retry() async throws {
    let board = try Board()
    try board.folder.run("ln", "-s", ".", "way")
    let app = try board.host("till-1", address: "sqlite:" + board.folder("way/board.log"))
    await app.follow()
    try board.folder.run("rm", "way")
    app.clock.advance(by: 5000)
    try app.run("board.add{ title = 'milk' }")
    while app.host.sharedLog?.phase != .disconnected {
      try Task.checkCancellation()
      app.host.poll()
      await Task.yield()
    }
    app.clock.advance(by: -4000)
    try board.folder.run("ln", "-s", ".", "way")
    while app.host.sharedLog?.pending != 0 {
      try Task.checkCancellation()
      app.host.poll()
      await Task.yield()
    }
    #expect(app.logs.contains("info added milk"))
  }
}
