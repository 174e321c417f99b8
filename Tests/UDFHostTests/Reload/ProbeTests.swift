import HostTesting
import Testing
import UDFHost

@Suite("before new code is committed")
struct ProbeTests {
  private static let list = Source.feature(
    """
      name = "list",
      state = { items = udf.list {} },
      reduce = {
        add = function(state, action) table.insert(state.items, { name = action.name }) end,
        remove = function(state, action)
          if not state.items[action.at] then error("there is no item " .. action.at) end
          table.remove(state.items, action.at)
        end,
      },
    """)

  @Test("each reducer is tried with the last action of its type, and one that fails refuses the reload")
  func refused() throws {
    let app = try TestHost(["list": Self.list])
    try app.run("list.add{ name = 'a' }")
    let before = try app.state()
    let report = try app.reload("list", as: Self.list.replacing("action.name }", with: "action.nam:upper() }"))
    #expect(
      report?.error?.message == """
        list.lua:6: list/add: attempt to index a nil value (field 'nam')
          It was tried with the last list/add (#1), which the new code refuses.
          To fix this, make it accept that action, or begin again from the initial state: :reload!
        """)
    #expect(report?.generation == 1)
    #expect(try app.state() == before)
    #expect(app.host.history.count == 1)
    try app.run("list.add{ name = 'b' }")
    #expect(app.host.reload(reset: true).ok)
    #expect(try app.state("list.items") == [])
  }

  @Test("it is tried on the state before the action, not on the present one")
  func priorState() throws {
    let app = try TestHost(["list": Self.list])
    try app.run("list.add{ name = 'a' }")
    try app.run("list.remove{ at = 1 }")
    #expect(try app.reload("list", as: Self.list + " ")?.error == nil)
    #expect(try app.state("list.items") == [])
    _ = try app.host.undo()
    #expect(try app.reload("list", as: Self.list + "  ")?.error == nil)
    #expect(try app.state("list.items") == [["name": "a"]])
    _ = try app.host.redo()
    #expect(try app.state("list.items") == [])
    #expect(app.host.history.map(\.changes.count) == [1, 1])
  }

  @Test("a trial notifies no observer")
  func silent() throws {
    let app = try TestHost(["list": Self.list])
    var commits = 0
    let subscription = app.host.subscribe { _ in commits += 1 }
    try app.run("list.add{ name = 'a' }")
    try app.save(Self.list.replacing("table.insert(", with: "print('tried') table.insert("), to: "list")
    #expect(app.saved("list")?.ok == true)
    try app.host.send("list/add", ["name": "b"])
    #expect(commits == 2)
    #expect(app.logs == ["info tried"])
    subscription.cancel()
  }

  private static func versioned(_ version: Int, _ more: String, _ reduce: String) -> String {
    Source.feature(
      """
        name = "list", version = \(version),
        state = { items = udf.list {} },
        \(more)
        reduce = { add = function(state, action) \(reduce) end },
      """)
  }
  private static let names = versioned(1, "", "table.insert(state.items, action.name)")
  private static let migrating =
    "migrate = function(old, from) local items = udf.list {} for i, name in ipairs(old.items) do items[i] = { name = name, from = from } end return { items = items } end,"
  private static let records = versioned(
    2, migrating,
    "for _, item in ipairs(state.items) do item.seen = item.name:upper() end table.insert(state.items, { name = action.name })"
  )

  @Test("the state of an older version is migrated, also for the trial")
  func migrates() throws {
    let app = try TestHost(["list": Self.names])
    for name in ["a", "b"] { try app.run("list.add{ name = '\(name)' }") }
    #expect(try app.reload("list", as: Self.records)?.error == nil)
    #expect(try app.state("list.items") == [["from": 1, "name": "a"], ["from": 1, "name": "b"]])
    #expect(app.host.history.isEmpty)
    try app.run("list.add{ name = 'c' }")
    #expect(try app.state("list.items[1].seen") == "A")
  }

  @Test(
    "a migration that fails or returns no state changes nothing, in no feature",
    arguments: [
      ("error('cannot')", "list.lua:5: list: migrate from version 1: cannot"),
      (
        "return 7",
        "list.lua:5: list: migrate from version 1: must return the new state, a table; it returned number 7"
      ),
    ])
  func migrationFails(_ body: String, _ message: String) throws {
    let app = try TestHost(["counter": Source.counter, "list": Self.names])
    try app.run("list.add{ name = 'a' }")
    try app.run("counter.inc()")
    let before = try app.state()
    try app.save(
      Source.counter.replacing(
        "name =", with: "version = 2, migrate = function() return { count = 99 } end, name ="), to: "counter")
    try app.save(Self.versioned(2, "migrate = function() \(body) end,", ""), to: "list")
    #expect(app.saved("counter", "list")?.error?.message == message)
    #expect(try app.state() == before)
    #expect(app.host.history.count == 2)
  }

  @Test("a reset neither tries reducers nor migrates")
  func reset() throws {
    let app = try TestHost(["list": Self.names])
    try app.run("list.add{ name = 'a' }")
    try app.save(Self.versioned(2, "migrate = function() error('never') end,", "error('never')"), to: "list")
    #expect(app.host.reload(reset: true).error == nil)
    #expect(try app.state("list.items") == [])
  }

  @Test("a feature that is added again in another version is migrated as well")
  func parked() throws {
    let app = try TestHost([
      "list": Self.names, "counter": Source.counter, "app": Source.app(["list", "counter"]),
    ])
    try app.run("list.add{ name = 'a' }")
    #expect(try app.reload("app", as: Source.app(["counter"]))?.ok == true)
    try app.save(Self.records, to: "list")
    #expect(try app.reload("app", as: Source.app(["list", "counter"]))?.error == nil)
    #expect(try app.state("list.items") == [["from": 1, "name": "a"]])
  }
}
