import HostTesting
import Testing
import UDFHost

@Suite("the code of shared features", .timeLimit(.minutes(5)))
struct SharedCodeTests {
  /// A board whose reducer is in a module.
  private static let split = """
    local udf = require "udf"
    local adding = require "adding"
    return udf.feature {
      name = "board", shared = true, state = { cards = udf.list {}, last = 0 },
      actions = { add = { title = "string" } }, reduce = { add = adding.add },
    }
    """
  private static let adding = """
    local step = require "step"
    return {
      add = function(state, action)
        state.last = state.last + step
        table.insert(state.cards, { n = state.last, title = action.title })
      end,
    }
    """

  /// What a host prints about another one whose files differ in this way.
  private func warnings(
    split: String = split, adding: String = adding, step: String = "return 1", own: String = Board.other
  )
    async throws -> [String]
  {
    let board = try Board()
    func host(_ name: String, _ split: String, _ adding: String, _ step: String, _ own: String) throws -> TestHost {
      let app = Source.app(["split", "own"])
      return try TestHost(["app": app, "split": split, "adding": adding, "step": step, "own": own]) { configuration in
        configuration.log = board.address
        configuration.logHost = name
      }
    }
    let first = try host("till-1", Self.split, Self.adding, "return 1", Board.other)
    let second = try host("till-2", split, adding, step, own)
    try second.run("board.add{ title = 'milk' }")
    await second.follow()
    await first.follow(second)
    return first.logs
  }

  @Test("is the same with other comments, blank lines, indentation and names of local variables")
  func comments() async throws {
    let split =
      "-- The board.\n\n\n" + Self.split.replacing("shared = true, ", with: "shared = true,\n\n  -- All cards.\n")
    #expect(try await warnings(split: split) == [])
    let adding = Self.adding.replacing("step", with: "one").replacing("require \"one\"", with: "require \"step\"")
    #expect(try await warnings(adding: "\n" + adding, step: "return 1 -- for now") == [])
  }

  @Test("is another one after a change of a module that its module requires, and not of a local feature")
  func required() async throws {
    #expect(try await warnings(step: "return 2").first?.contains("other code on till-2") ?? false)
    #expect(try await warnings(adding: Self.adding.replacing("+", with: "-")).count == 1)
    #expect(try await warnings(own: Board.other.replacing("state.added + 1", with: "state.added + 2")) == [])
  }

  @Test("a host that joins with other code is warned at once, and not for entries before a change of the code")
  func joining() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    let second = try board.host("till-2", feature: Board.newer)
    #expect(
      second.logs == [
        """
        warning log: the shared features have other code on till-1, so the state there may differ from this one
          To fix this, run the same files on all hosts, or save this host's files on all of them and enter :log upgrade here.
        """
      ])
    first.host.stop()
    try second.run("board.add{ title = 'bread' }")
    await second.follow()
    #expect(try board.host("till-3", feature: Board.newer).logs == [], "all hosts that send have its code")
  }

  @Test("a host that has joined with other code makes all hosts that have its files change, and takes over their state")
  func proposing() async throws {
    let board = try Board()
    let (first, third) = (try board.host("till-1"), try board.host("till-3"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    let second = try board.host("till-2", feature: Board.newer)
    #expect(try second.state("board.last") == 100, "it has reduced the log with its own code")
    for host in [first, third] { _ = try host.reload("board", as: Board.newer) }
    try second.host.upgradeShared()
    try second.run("board.add{ title = 'mine' }")
    while second.host.sharedLog?.phase != .live || second.host.sharedLog?.pending != 0 {
      try Task.checkCancellation()
      for host in [first, second, third] { host.host.poll() }
      await Task.yield()
    }
    for host in [first, third] { await host.follow(second) }
    #expect(try second.state("board.last") == 101)
    #expect(try second.cards == ["milk", "mine"])
    for host in [first, third] { #expect(try host.state("board") == second.state("board")) }
    #expect(second.logs.last == "info added mine")
    #expect(
      second.logs.contains {
        $0.hasPrefix(
          "info log: \(board.folder("board.log")): waits until a host that ran the former code has saved the state after entry 2\n"
        )
      })
  }
}
