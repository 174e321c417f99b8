import HostTesting
import Testing
import UDFHost

@Suite("undo of shared actions", .timeLimit(.minutes(5)))
struct SharedUndoTests {
  @Test("an undo removes the action on all hosts, and what came after it is reduced again")
  func undo() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    try second.run("board.add{ title = 'bread' }")
    await second.follow()
    await first.follow(second)
    let report = try first.host.undo(1)
    #expect(report.removed.map(\.n) == [1])
    #expect(report.differing.map(\.record.n) == [2], "the second card has the number 1 now")
    #expect(try first.cards == ["bread"])
    await second.follow(first)
    #expect(try second.cards == ["bread"])
    #expect(try first.state("board") == second.state("board"))
    #expect(try second.state("own.added") == 1, "local features follow")
    #expect(second.happenings.last == "undo")
    let late = try board.host("till-3")
    #expect(try late.state("board") == first.state("board"))
  }

  @Test("onRejected runs on the host whose confirmed action is refused after the undo of another host, and only there")
  func refusedByUndo() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    try second.run("board.take{ title = 'milk' }")
    await second.follow()
    await first.follow(second)
    try first.host.undo(1)
    await second.follow(first)
    #expect(second.logs.last == "info too late: milk")
    #expect(!first.logs.contains("info too late: milk"))
    #expect(second.errors.isEmpty, "the report of the undo shows the refusal")
    #expect(try first.state("board") == second.state("board"))
  }

  @Test("an undo removes what the action has caused on its host, shared or local")
  func consequences() async throws {
    let board = try Board()
    let feature = Board.feature.replacing(
      "add = function(cx, action) cx.log(\"info\", \"added \" .. action.title) end",
      with: """
        add = function(cx, action)
          if action.title == "milk" then
            cx.send{ type = "board/add", title = "glass" }
            cx.send{ type = "own/pick", title = "glass" }
          end
        end
        """)
    let (first, second) = (try board.host("till-1", feature: feature), try board.host("till-2", feature: feature))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    #expect(try first.cards == ["milk", "glass"])
    #expect(try first.state("own.picked") == "glass")
    await second.follow(first)
    try first.host.undo()
    #expect(try first.cards == [])
    #expect(try first.state("own.picked") == "")
    await second.follow(first)
    #expect(try second.cards == [])
  }

  @Test(
    "the last own action is undone, not that of another host; undo does not go further back than there are own ones")
  func own() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    #expect(
      second.message { _ = try second.host.undo() } == """
        undo: there is nothing to undo
          Undo begins with an action of the prompt or of a view event that is not a pull; the history has none.
        """)
  }

  @Test("what waits for the log is reduced anew after an undo of another host, and may be refused then")
  func waiting() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1"), try board.host("till-2"))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    await second.follow(first)
    try first.host.undo()
    try second.run("board.take{ title = 'milk' }")
    #expect(try second.cards == [])
    await second.follow(first)
    #expect(second.logs.contains("info too late: milk"))
    await first.follow(second)
    #expect(try first.state("board") == second.state("board"))
  }

  @Test("an action that the log does not confirm cannot be undone")
  func unconfirmed() throws {
    let board = try Board()
    let app = try board.host("till-1", address: "redis://127.0.0.1:1")
    try app.run("board.add{ title = 'milk' }")
    #expect(
      app.message { _ = try app.host.undo() } == """
        undo: #1 board/add is not confirmed by the log yet
          Nothing was undone.
          To fix this, try again when it is; :log shows how many wait.
        """)
    #expect(try app.cards == ["milk"])
  }

  @Test("an undo of a shared action cannot be done again, and the message has the line that sends the action again")
  func redo() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk', id = 'x' }")
    try first.run("dispatch { type = 'own/pick', title = 'bread' }")
    await first.follow()
    try first.host.undo(2)
    #expect(try first.cards == [])
    #expect(
      first.message { _ = try first.host.redo() } == """
        redo: #1 board/add was taken back on all hosts of the shared log, and only local actions can be done again
          To fix this, send it again: board.add{ id = "x", title = "milk" }
        """)
    try first.run("board.add{id=\"x\", title=\"milk\"}")
    await first.follow()
    try first.run("dispatch { type = 'own/pick', title = 'milk' }")
    try first.host.undo()
    try first.host.redo()
    #expect(try first.state("own.picked") == "milk")
    #expect(try first.cards == ["milk"])
  }

  @Test("an undo reaches back a thousand entries, also on hosts that keep little history")
  func reach() async throws {
    let board = try Board()
    let (first, second) = (try board.host("till-1", historyLimit: 5000), try board.host("till-2", historyLimit: 10))
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    for number in 1...999 { try second.run("board.add{ title = 'card \(number)' }") }
    await second.follow()
    await first.follow(second)
    try first.host.undo()
    #expect(try first.cards.first == "card 1")
    await second.follow(first)
    #expect(try first.state("board") == second.state("board"))
    try first.run("board.add{ title = 'bread' }")
    await first.follow()
    await second.follow(first)
    for number in 1...1000 { try second.run("board.add{ title = 'more \(number)' }") }
    await second.follow()
    await first.follow(second)
    #expect(
      first.message { _ = try first.host.undo() } == """
        undo: #1001 board/add is entry 1002 of the log, and undo reaches back 1000 entries
          Nothing was undone.
          To fix this, send an action that takes it back.
        """)
  }
}
