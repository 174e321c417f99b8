import HostTesting
import Testing
import UDFHost

@Suite("a view event")
struct EventTests {
  private static func app() throws -> TestHost {
    try TestHost([
      "list": Source.feature(
        """
          name = "list",
          state = { selected = "", last = 3 },
          events = {
            appear = "load",
            tap = function(event, state) return { type = "select", id = event.id or tostring(state.last) } end,
            short = function() return "load" end,
            other = function() return { type = "counter/inc", by = 5 } end,
            direct = "counter/inc",
            maybe = function(event) if event.go then return { type = "load" } end end,
            odd = function() return 7 end, wrong = function() return { type = "load", by = print } end,
            broken = function(event) return event.missing.field end,
            writes = function(event, state) state.last = 4 end,
            scroll = false,
          },
          reduce = {
            load = function(state, action) state.selected = "loaded" .. (action.n or "") end,
            select = function(state, action) state.selected = action.id end,
          },
        """), "counter": Source.counter,
    ])
  }

  @Test("sends the action that it is mapped to, with its fields")
  func mapped() throws {
    let app = try Self.app()
    #expect(try app.host.event("list.appear", ["n": 7]))
    #expect(try app.state("list.selected") == "loaded7")
    try app.host.event("list.tap", ["id": "x"])
    #expect(try app.state("list.selected") == "x")
    try app.host.event("list.tap")
    #expect(try app.state("list.selected") == "3")
    try app.host.event("list.short")
    #expect(try app.state("list.selected") == "loaded")
    try app.host.event("list.other")
    try app.host.event("list.direct", ["by": 2])
    #expect(try app.state("counter.count") == 7)
    #expect(app.actions.allSatisfy { $0.origin == .event })
  }

  @Test("can be raised at the prompt too")
  func prompt() throws {
    let app = try Self.app()
    try app.run("event('list.tap', { id = 'p' })")
    #expect(try app.state("list.selected") == "p")
    #expect(app.actions[0].origin == .event)
    #expect(
      app.failure("event('list.tpa')") == "list.tpa: list has no event \"tpa\". Did you mean \"tap\"?")
    #expect(app.failure("event()") == "prompt:1: event takes a name: event(\"cart.tap\", { … })")
    #expect(
      app.failure("event('list.tap', 'p')")
        == "prompt:1: event takes fields second, a table with names; got string \"p\"")
    try app.run("event('list.tap', {})")
  }

  @Test("that maps to nothing is logged and sends nothing")
  func nothing() throws {
    let app = try Self.app()
    #expect(try !app.host.event("list.scroll"))
    #expect(try !app.host.event("list.maybe"))
    #expect(app.actions.isEmpty)
    #expect(app.logs == ["info list.scroll: no action", "info list.maybe: no action"])
    #expect(try app.host.event("list.maybe", ["go": true]))
  }

  @Test("that does not exist is refused with a suggestion")
  func unknown() throws {
    let app = try Self.app()
    #expect(
      failure { try app.host.event("list.tpa") } == "list.tpa: list has no event \"tpa\". Did you mean \"tap\"?")
    #expect(
      failure { try app.host.event("lst.tap") }
        == "lst.tap: an event is written feature.event. Did you mean \"list.tap\"?")
    #expect(failure { try app.host.event("tap") }.hasPrefix("tap: an event is written feature.event."))
  }

  @Test("whose function fails, returns something other than an action or writes the state is reported")
  func broken() throws {
    let app = try Self.app()
    #expect(
      failure { try app.host.event("list.broken") }
        == "list.lua:13: event list.broken: attempt to index a nil value (field 'missing')\n  No action was sent.")
    #expect(
      failure { try app.host.event("list.odd") }
        == "list.lua:12: event list.odd: must return an action { type = \"…\" } or nil, returned number 7\n  No action was sent."
    )
    #expect(
      app.failure("\n\nevent('list.wrong')")
        == "list.lua:12: event list.wrong: by is a function; state, actions and results are plain data\n  No action was sent."
    )
    #expect(
      failure { try app.host.event("list.writes") }
        == "list.lua:14: event list.writes: list.last is read-only here: only the reducers of 'list' may write it\n  No action was sent."
    )
    #expect(try app.state("list.last") == 3)
  }

  @Test("whose function returns an invalid action is reported with its line, also to observers")
  func wrongAction() throws {
    let app = try TestHost([
      "list": Source.feature(
        """
          name = "list",
          events = {
            tap = function() return { type = "nope" } end,
            more = function() return { type = "counter/inc", by = "x" } end,
          },
          reduce = { load = function() end },
        """), "counter": Source.counter,
    ])
    #expect(
      failure { try app.host.event("list.tap") } == """
        list.lua:5: event list.tap: list/nope: no feature handles this action
          The state is unchanged.
          Did you mean "list/load"?
        """)
    #expect(
      app.failure("event('list.more')") == """
        list.lua:6: event list.more: counter/inc: by must be an integer, got string "x"
          The action was refused and the state is unchanged.
          To fix this, send an integer: counter.inc{ by = 2 }
        """)
    #expect(app.errors.map(\.file) == ["list.lua", "list.lua"])
    #expect(app.errors.map(\.line) == [5, 6])
  }

  @Test("whose action is refused reports the reason")
  func refused() throws {
    let app = try Self.app()
    #expect(
      failure { try app.host.event("list.direct", ["by": "x"]) } == """
        counter.lua:8: counter/inc: by must be an integer, got string "x"
          The action was refused and the state is unchanged.
          To fix this, send an integer: counter.inc{ by = 2 }
        """)
  }
}
