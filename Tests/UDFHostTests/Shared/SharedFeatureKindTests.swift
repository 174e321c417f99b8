import HostTesting
import Testing
import UDFHost

@Suite("shared features that are not written in Lua alone", .timeLimit(.minutes(5)))
struct SharedFeatureKindTests {
  @Test("an effect in Swift starts when the log has confirmed its action, on the sender alone")
  func native() async throws {
    let board = try Board()
    let loaders = try ["till-1", "till-2"].map { name in
      try LoaderHost("shared = true") { configuration in
        configuration.log = board.address
        configuration.logHost = name
      }
    }
    let (first, second) = (loaders[0].app, loaders[1].app)
    try first.run("loader.send{ n = 7 }")
    #expect(try first.state("loader.written") == [], "the log has not confirmed it")
    await first.follow()
    await second.follow(first)
    for host in [first, second] {
      #expect(try host.state("loader.written") == [7])
      #expect(host.host.history.map { $0.type } == ["loader/send", "loader/write"])
      #expect(host.host.history.map { $0.shared?.host } == ["till-1", "till-1"])
    }
  }

  @Test("rows by key are the same on all hosts, also when others come before own ones and when an update is undone")
  func entities() async throws {
    let board = try Board()
    let rows = """
      local udf = require "udf"
      return udf.entities { name = "rows", key = "id", indexes = { "group" }, sort = "title", shared = true }
      """
    func host(_ name: String) throws -> TestHost {
      try TestHost(["rows": rows]) { configuration in
        configuration.log = board.address
        configuration.logHost = name
      }
    }
    let (first, second) = (try host("till-1"), try host("till-2"))
    try second.run(
      "rows.upsert{ rows = { { id = 'a', title = 'milk', group = 1 }, { id = 'b', title = 'bread', group = 1 } } }")
    await second.follow()
    try first.run("rows.upsert{ rows = { { id = 'a', title = 'cream', group = 2 } } }")
    await first.follow(second)
    await second.follow(first)
    for host in [first, second] {
      #expect(try host.run("state.rows.byKey.a.title") == "cream")
      #expect(
        try host.run("local t = {} for i, row in ipairs(state.rows.rows) do t[i] = row.id end return table.concat(t)")
          == "ba")
    }
    _ = try first.host.undo()
    await second.follow(first)
    for host in [first, second] { #expect(try host.run("state.rows.byKey.a.title") == "milk") }
    #expect(try first.state("rows") == second.state("rows"))
    try second.run("rows.update{ key = 'b', changes = { group = 3 } }")
    await second.follow()
    await first.follow(second)
    #expect(try first.run("state.rows.byKey.b.group") == 3)
  }

  @Test("secrets in actions of a shared feature are refused when the app loads")
  func secrets() throws {
    let feature = Board.feature.replacing(
      "take = { title = \"string\" }", with: "take = { title = udf.secret \"string\" }")
    let message = failure { _ = try TestHost(["board": feature, "own": Board.other]) }
    #expect(
      message.contains(
        """
        board: udf.secret cannot be shared: the log keeps actions for all hosts
          To fix this, keep the secret in a feature that is not shared.
        """), "\(message)")
  }
}
