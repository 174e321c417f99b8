import HostTesting
import Testing
import UDFHost

@Suite("local features that handle shared actions", .timeLimit(.minutes(5)))
struct SharedFollowerTests {
  /// Fails for a card with the title `bad`.
  private static let failing = Board.other.replacing(
    "[\"board/add\"] = function(state) state.added = state.added + 1 end",
    with: """
      ["board/add"] = function(state, action)
        state.added = state.added + 1
        if action.title == "bad" then error("no card may be " .. action.title) end
      end
      """)

  @Test("an error of a local reducer refuses no shared action, rolls back its own state, and is reported")
  func error() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1", other: Self.failing), try board.host("till-2"))
    try first.run("board.add{ title = 'bad' }")
    #expect(try first.cards == ["bad"])
    #expect(try first.state("own.added") == 0)
    await first.follow()
    await second.follow(first)
    try second.run("board.add{ title = 'good' }")
    try second.run("board.add{ title = 'bad' }")
    await second.follow()
    await first.follow(second)
    #expect(try first.cards == ["bad", "good", "bad"])
    #expect(try first.state("own.added") == 1)
    #expect(try first.state("board") == second.state("board"))
    let reports = first.events.compactMap { event -> String? in
      if case .error(let error, let n) = event { "#\(n ?? 0) \(error.message)" } else { nil }
    }
    #expect(
      reports
        == [1, 3].map {
          """
          #\($0) own.lua:7: board/add: no card may be bad
            The action is kept, because it is shared; the state of own is unchanged.
          """
        })
  }

  @Test("an error of a local reducer refuses no own action when actions of others come before it")
  func rebase() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1", other: Self.failing), try board.host("till-2"))
    try second.run("board.add{ title = 'bad' }")
    await second.follow()
    try first.run("board.add{ title = 'bad' }")
    await first.follow(second)
    await second.follow(first)
    #expect(try first.cards == ["bad", "bad"])
    #expect(try first.state("board") == second.state("board"))
    #expect(first.errors.count == 2, "each action is reported once")
    #expect(!first.logs.contains { $0.contains("too late") }, "\(first.logs)")
  }

  @Test("without a log it is the same")
  func local() throws {
    let app = try TestHost(["board": Board.feature, "own": Self.failing])
    try app.run("board.add{ title = 'bad' }")
    #expect(try app.cards == ["bad"])
    #expect(try app.state("own.added") == 0)
    #expect(app.errors.count == 1)
  }

  @Test("a local reducer refuses no shared action either if it is the only one")
  func alone() throws {
    let app = try TestHost([
      "board":
        "local udf = require 'udf'\nreturn udf.feature { name = 'board', shared = true, actions = { ring = {} } }",
      "own": Self.failing.replacing("[\"board/add\"]", with: "[\"board/ring\"]")
        .replacing("action.title == \"bad\"", with: "true").replacing(".. action.title", with: ".. 'rung'"),
    ])
    try app.run("board.ring()")
    #expect(try app.state("own.added") == 0)
    #expect(app.actions.map(\.type) == ["board/ring"])
    #expect(app.errors.count == 1 && app.errors[0].message.contains("The action is kept, because it is shared"))
  }
}
