import FolderTesting
import HostTesting
import Testing
import UDFHost

@Suite("shared log: what is refused", .timeLimit(.minutes(5)))
struct SharedRefusalTests {
  @Test("an address that is wrong is refused, and a log that no feature uses is reported")
  func unused() throws {
    let feature = "return require('udf').feature { name = 'own', reduce = { pick = function() end } }"
    let message = "log: board.log: is no address of a log; give sqlite:FILE, redis://HOST or postgres://HOST/DATABASE"
    #expect(throws: HostError(code: "usage", message: message)) {
      try TestHost(["own": feature]) { $0.log = "board.log" }
    }
    let folder = try TemporaryFolder()
    let host = try TestHost(["own": feature]) { $0.log = "sqlite:" + folder("board.log") }
    #expect(host.logs == ["warning log: no feature of this app is shared, so the app does not use the log"])
    #expect(host.host.sharedLog == nil)
    #expect(folder.bytes(of: "board.log") == nil)
  }

  @Test("a reload that makes a feature shared is refused, because its state is not that of the log")
  func becomesShared() throws {
    let former = Source.feature("name = 'board', state = {}, reduce = { add = function() end, take = function() end }")
    let host = try Board().host("till-1", feature: former)
    let report = try host.reload("board", as: Board.feature)
    #expect(
      report?.error?.message.contains(
        """
        board: shared: a running feature cannot become shared or local, because its state differs from the log's
          To fix this, restart the app.
        """) ?? false, "\(report?.error?.message ?? "")")
  }

  @Test("load, reload! and a return to a past point are refused, with what to do instead")
  func refusals() async throws {
    let board = try Board()
    let app = try board.host("till-1")
    try app.run("board.add{ title = 'milk' }")
    try app.run("board.add{ title = 'bread' }")
    await app.follow()
    try app.host.visit(action: 1)
    #expect(
      app.message { _ = try app.host.resume() } == """
        resume: #2 board/add belongs to all hosts of the shared log
          Nothing was undone.
          To fix this, undo single actions with :undo.
        """)
    try app.host.returnToLive()
    let report = app.host.reload(reset: true)
    #expect(
      report.error?.message == """
        reload!: the state of board is shared through \(board.folder("board.log"))
          Nothing was changed. To fix this, start the app without --log, or send actions that have the same effect.
        """)
    #expect(try app.cards == ["milk", "bread"])
  }

  @Test("a session of an app that follows a log is not recorded, because it lacks the actions of other hosts")
  func recording() throws {
    let board = try Board()
    let app = try board.host("till-1")
    func refusal(_ log: String) -> String {
      """
      record: the state of board is shared through \(log)
        Nothing was changed. To fix this, start the app without --log.
      """
    }
    #expect(
      app.message { try app.host.record(to: board.folder("session.ndjson")) } == refusal(board.folder("board.log")))
    let file = board.folder("session.ndjson")
    #expect(failure { _ = try board.host("till-2") { $0.record = file } } == refusal("the log"))
    #expect(board.folder.bytes(of: "session.ndjson") == nil)
  }

  @Test("a shared reducer of a local feature's action is refused when the app loads")
  func unsharedAction() throws {
    let feature = Board.feature.replacing(
      "reduce = {", with: "reduce = { [\"own/pick\"] = function(state) end,")
    let message = failure { _ = try TestHost(["board": feature, "own": Board.other]) }
    #expect(
      message.contains(
        """
        board: reduce["own/pick"]: own is not shared, so other hosts do not have this action and their board would differ
          To fix this, share own too, or send an action of board in an effect of own/pick.
        """), "\(message)")
  }

  @Test("stamp and onRejected without shared are refused")
  func lonelyStamp() throws {
    let message = failure {
      _ = try TestHost(["a": "return require('udf').feature { name = 'a', stamp = function() end }"])
    }
    #expect(
      message.contains("udf.feature: a.stamp is for shared features; add shared = true"), "\(message)")
  }

  @Test("an action that is larger than an entry is refused when it is sent, and the host continues")
  func large() async throws {
    let board = try Board()
    let host = try board.host("till-1")
    let failure = host.failure("board.add{ title = ('x'):rep(5000000) }")
    #expect(
      failure.contains(
        /board\/add: the action has 50000\d\d bytes, and a shared one at most 4128768; send less, or the name of a file/
      ))
    try host.run("board.add{ title = 'milk' }")
    await host.follow()
    #expect(try host.cards == ["milk"])
  }

  @Test("an action that its stamp makes larger than an entry is refused as well")
  func largeStamp() async throws {
    let board = try Board()
    let feature = Board.feature.replacing("cx.services.uuid.make()", with: "('x'):rep(4128800)")
    let host = try board.host("till-1", feature: feature)
    #expect(
      host.failure("board.add{ title = 'milk' }").contains(/has 41288\d\d bytes, and a shared one at most 4128768/))
    #expect(try host.cards == [])
  }

  @Test("a host that only reads refuses to send, and follows the others")
  func readOnly() async throws {
    let board = try Board()
    let first = try board.host("till-1")
    try first.run("board.add{ title = 'milk' }")
    await first.follow()
    let reader = try board.host("screen", address: board.address + "?mode=read")
    #expect(try reader.cards == ["milk"])
    #expect(
      reader.failure("board.add{ title = 'x' }").contains(
        "board/add: this host only reads the log; remove mode=read from its address to send"))
  }
}
