import HostTesting
import Testing
import UDFHost

@Suite("the difference between two moments")
struct DifferenceTests {
  private static let list = Source.feature(
    """
      name = "list",
      state = { items = { { id = "a", n = 1 }, { id = "b", n = 2 }, { id = "c", n = 3 } }, at = 1, on = false },
      reduce = {
        to = function(state, action) state.at = action.at end,
        toggle = function(state) state.on = not state.on end,
        set = function(state, action) state.items[action.i].n = action.n end,
        add = function(state, action) table.insert(state.items, action.i, { id = action.id, n = 0 }) end,
        drop = function(state, action) table.remove(state.items, action.i) end,
        sort = function(state) table.sort(state.items, function(a, b) return a.n > b.n end) end,
        wipe = function(state) state.items = udf.list {} end,
        load = function(state, action) state.items = action.items end,
      },
    """)

  private static func app(_ lines: String...) throws -> TestHost {
    let app = try TestHost(["list": list])
    for line in lines { try app.run("list." + line) }
    return app
  }

  private static func text(_ changes: [Change]) -> [String] {
    changes.map { "\($0.operation.rawValue) \($0.path) \($0.old) \($0.new)" }
  }

  @Test("has one change for several sets of a field, and none for a field that was set back")
  func sets() throws {
    let app = try Self.app("to{ at = 2 }", "toggle()", "to{ at = 3 }", "toggle()")
    #expect(Self.text(try app.host.changes(after: 0)) == ["set list.at 1 3"])
    #expect(Self.text(try app.host.changes(after: 1, upTo: 3)) == ["set list.at 2 3", "set list.on false true"])
    #expect(try app.host.changes(after: 4).isEmpty)
  }

  @Test("has no items that were added and removed, and the final positions of the others")
  func items() throws {
    let app = try Self.app(
      "add{ i = 1, id = 'x' }", "set{ i = 2, n = 7 }", "add{ i = 5, id = 'y' }", "drop{ i = 1 }", "drop{ i = 2 }",
      "set{ i = 3, n = 9 }")
    #expect(
      Self.text(try app.host.changes(after: 0)) == [
        #"remove list.items[2] {id="b", n=2} nil"#, #"insert list.items[3] nil {id="y", n=9}"#,
        "set list.items[1].n 1 7",
      ])
  }

  @Test("of a list that was replaced has the items that differ, and nothing if it is equal")
  func replaced() throws {
    let app = try Self.app(
      "load{ items = { { id = 'a', n = 1 }, { id = 'b', n = 5 }, { id = 'c', n = 3 }, { id = 'd', n = 4 } } }",
      "load{ items = { { id = 'a', n = 1 }, { id = 'b', n = 5 }, { id = 'c', n = 3 }, { id = 'd', n = 4 } } }")
    #expect(
      Self.text(try app.host.changes(after: 0)) == [
        "set list.items[2].n 2 5", #"insert list.items[4] nil {id="d", n=4}"#,
      ])
    #expect(try app.host.changes(after: 1).isEmpty)
  }

  @Test("has the moves of a sorted list, together with the changes inside its items")
  func moves() throws {
    let app = try Self.app("sort()", "set{ i = 1, n = 30 }")
    #expect(
      Self.text(try app.host.changes(after: 0)) == [
        "move list.items[3] 3 1", "move list.items[3] 3 2", "set list.items[1].n 3 30",
      ])
    try app.run("list.wipe()")
    #expect(Self.text(try app.host.changes(after: 0)).count == 1)
    #expect(
      try app.host.changes(after: 0)[0].old == [["id": "a", "n": 1], ["id": "b", "n": 2], ["id": "c", "n": 3]])
  }

  @Test("cannot be computed for an action that does not exist or was removed")
  func refusals() throws {
    let app = try TestHost(["counter": Source.counter]) { $0.historyLimit = 2 }
    #expect(
      failure { _ = try app.host.changes(after: 1) } == "diff: there is no action #1; nothing has happened yet")
    for _ in 1...4 { try app.run("counter.inc()") }
    #expect(failure { _ = try app.host.changes(after: 9) } == "diff: there is no action #9; the last one is #4")
    #expect(
      failure { _ = try app.host.changes(after: 1) }
        == "diff: #1 is no longer in the history, which goes back to after #2")
    #expect(
      failure { _ = try app.host.changes(after: 4, upTo: 3) } == "diff: #3 came before #4; give the earlier one first")
    #expect(Self.text(try app.host.changes(after: 2)) == ["set counter.count 2 4"])
  }
}
