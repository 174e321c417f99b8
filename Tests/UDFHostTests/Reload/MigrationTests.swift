import HostTesting
import Testing
import UDFHost

@Suite("a state of an older version")
struct MigrationTests {
  private static func list(_ version: Int, _ migrate: String = "") -> String {
    Source.feature(
      """
        name = "list", version = \(version),
        state = { items = udf.list {} },
        \(migrate.isEmpty ? "" : "migrate = function(old, from) \(migrate) end,")
        reduce = { add = function(state, action) table.insert(state.items, action.name) end },
      """)
  }

  private static func app() throws -> TestHost {
    let app = try TestHost(["list": list(1), "counter": Source.counter, "app": Source.app(["list", "counter"])]) {
      $0.timeBudget = 0.5
    }
    try app.run("list.add{ name = 'a' }")
    return app
  }

  @Test("is migrated, and a note reports that the history is empty")
  func told() throws {
    let app = try Self.app()
    try app.save(Self.list(3, "table.insert(old.items, 'from ' .. from) return old"), to: "list")
    #expect(app.saved("list")?.notes == ["feature list was migrated from version 1 to 3; the history is empty"])
    #expect(try app.state("list.items") == ["a", "from 1"])
    #expect(app.host.history.isEmpty)
  }

  @Test("stays without a migration, which is reported, except at a reload from the initial state")
  func kept() throws {
    let app = try Self.app()
    try app.save(Self.list(2), to: "list")
    #expect(
      app.saved("list")?.notes == ["feature list is of version 2 and has no migrate; its state of version 1 is kept"])
    #expect(try app.state("list.items") == ["a"])
    #expect(app.host.history.count == 1)
    try app.save(Self.list(3), to: "list")
    let reset = app.host.reload(reset: true)
    #expect(reset.ok)
    #expect(reset.notes == [])
  }

  @Test("is refused by code of an even older version, with or without migrate")
  func newer() throws {
    let app = try Self.app()
    #expect(try app.reload("list", as: Self.list(3, "return old"))?.ok == true)
    for source in [Self.list(1), Self.list(1, "return {}")] {
      try app.save(source, to: "list")
      #expect(
        app.saved("list")?.error?.message == """
          list.lua:2: list: its state is of version 3, and the new code has version 1
            To fix this, give it version 3 or more, or begin again from the initial state: :reload!
          """)
      #expect(try app.state("list.items") == ["a"])
    }
    #expect(app.host.reload(reset: true).ok)
    #expect(try app.state("list.items") == [])
  }

  @Test(
    "that cannot be migrated stays, and the error has its position and reason",
    arguments: [
      ("error('cannot')", "list.lua:5: list: migrate from version 1: cannot"),
      ("return nil", "list.lua:5: list: migrate from version 1: must return the new state, a table; it returned nil"),
      ("while true do end", "list.lua:5: list: migrate from version 1: stopped: the time budget of 0.5 s is spent"),
      (
        "return { f = print }",
        "list.lua:5: list: migrate from version 1: f is a function; state, actions and results are plain data"
      ),
    ])
  func fails(_ body: String, _ message: String) throws {
    let app = try Self.app()
    let before = try app.state()
    let error = try app.reload("list", as: Self.list(2, body))?.error
    #expect(error?.message == message)
    #expect(error?.file == "list.lua")
    #expect(error?.line == 5)
    #expect(try app.state() == before)
    #expect(app.host.generation == 1)
    #expect(app.host.history.count == 1)
  }

  @Test("that was parked is migrated when its feature comes back, and stays parked while that fails")
  func parked() throws {
    let app = try Self.app()
    #expect(try app.reload("app", as: Source.app(["counter"]))?.ok == true)
    try app.save(Self.list(2, "error('cannot')"), to: "list")
    try app.save(Source.app(["list", "counter"]), to: "app")
    #expect(app.saved("app", "list")?.error?.message == "list.lua:5: list: migrate from version 1: cannot")
    #expect(try app.state() == ["counter": ["count": 0]])
    #expect(try app.reload("list", as: Self.list(2, "table.insert(old.items, 'b') return old"))?.error == nil)
    #expect(try app.state("list.items") == ["a", "b"])
    // Not again, now that it is of version 2.
    #expect(try app.reload("list", as: Self.list(2, "error('never')"))?.error == nil)
  }

  @Test("that was parked stays parked when a state is loaded")
  func loaded() throws {
    let app = try Self.app()
    #expect(try app.reload("app", as: Source.app(["counter"]))?.ok == true)
    try app.folder.save(#"{ "counter": { "count": 5 } }"#, to: "x.json")
    try app.host.load(from: app.folder("x.json"))
    #expect(try app.reload("app", as: Source.app(["list", "counter"]))?.ok == true)
    #expect(try app.state("list.items") == ["a"])
  }

  @Test("that was parked is removed by a reload from the initial state")
  func forgotten() throws {
    let app = try Self.app()
    #expect(try app.reload("app", as: Source.app(["counter"]))?.ok == true)
    #expect(app.host.reload(reset: true).ok)
    #expect(try app.reload("app", as: Source.app(["list", "counter"]))?.ok == true)
    #expect(try app.state("list.items") == [])
  }
}
