import HostTesting
import Testing
import UDF
import UDFHost

@Suite("an action that is sent during a dispatch")
struct SendOrderTests {
  /// `go` starts an effect that sends `a` and `b`; each of them starts one that sends `c` with its own name.
  private static let chain = Source.feature(
    """
      name = "chain",
      state = { log = udf.list {} },
      reduce = {
        go = function(state) table.insert(state.log, "go") end,
        a = function(state, action) table.insert(state.log, "a" .. action.n) end,
        b = function(state, action) table.insert(state.log, "b" .. action.n) end,
        c = function(state, action) table.insert(state.log, "c" .. action.from) end,
      },
      effects = {
        go = function(cx)
          local action = { type = "a", n = 1 }
          cx.send(action)
          action.type, action.n = "b", 2
          cx.send(action)
        end,
        a = function(cx) cx.send { type = "c", from = "a" } end,
        b = function(cx) cx.send { type = "c", from = "b" } end,
      },
    """)
  private static let order: Value = ["go", "a1", "ca", "b2", "cb"]

  @Test("waits, first in, first out, and is dispatched before the outermost send returns")
  func fifo() throws {
    let app = try TestHost(["chain": Self.chain])
    try app.run("chain.go()")
    #expect(try app.state("chain.log") == Self.order)
    #expect(app.actions.map(\.type) == ["chain/go", "chain/a", "chain/c", "chain/b", "chain/c"])
    #expect(app.actions.map(\.origin) == [.prompt, .effect, .effect, .effect, .effect])
  }

  @Test("keeps its order and its fields if another thread sent the first action")
  func fifoFromHandle() throws {
    let app = try TestHost(["chain": Self.chain])
    app.host.handle.send("chain/go")
    app.host.poll()
    #expect(try app.state("chain.log") == Self.order)
  }

  @Test("keeps its order and its fields if an effect was resumed")
  func fifoFromSleep() throws {
    let app = try TestHost([
      "chain": Source.feature(
        """
          name = "chain",
          state = { log = udf.list {} },
          reduce = {
            a = function(state, action) table.insert(state.log, "a" .. action.n) end,
            b = function(state, action) table.insert(state.log, "b" .. action.n) end,
          },
          effects = {
            go = function(cx)
              cx.sleep(1)
              cx.send { type = "a", n = 1 }
              cx.send { type = "a", n = 2 }
            end,
            a = function(cx, action) cx.send { type = "b", n = action.n } end,
          },
        """)
    ])
    try app.run("chain.go()")
    app.pass(1)
    // An effect is not an action: its `send` returns after the sent action was reduced.
    #expect(try app.state("chain.log") == ["a1", "b1", "a2", "b2"])
  }

  @Test("by a subscriber is dispatched after the actions that were sent before it")
  func subscriber() throws {
    let app = try TestHost(["chain": Self.chain])
    let subscription = app.host.subscribe { commit in
      if commit.type == "chain/go" { try? app.host.send("chain/c", ["from": "swift"]) }
    }
    try app.host.send("chain/go")
    #expect(try app.state("chain.log") == ["go", "a1", "cswift", "ca", "b2", "cb"])
    subscription.cancel()
  }

  @Test("by an observer of events waits, also while a reducer prints")
  func observer() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a",
          state = { log = udf.list {} },
          reduce = {
            go = function(state) table.insert(state.log, "before"); print("x"); table.insert(state.log, "after") end,
            late = function(state) table.insert(state.log, "late") end,
          },
        """)
    ])
    let subscription = app.host.observe { event in
      if case .log = event { try? app.host.send("a/late") }
    }
    try app.host.send("a/go")
    subscription.cancel()
    #expect(try app.state("a.log") == ["before", "after", "late"])
  }

  @Test("is reported if it is refused, and the first action does not fail")
  func queuedFailure() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a",
          reduce = { go = function() end, bad = function() error("no") end },
          effects = { go = function(cx) cx.send { type = "bad" } end },
        """)
    ])
    try app.host.send("a/go")
    #expect(app.actions.map(\.status) == [.committed, .rejected])
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:4: a/bad: no
          The action was refused and the state is unchanged.
          The effect of a/go that sent it has ended.
        """
      ])
  }

  @Test("in an endless loop is stopped and reported, and the session continues")
  func runaway() throws {
    let app = try TestHost([
      "loop": Source.feature(
        """
          name = "loop",
          state = { n = 0 },
          reduce = { go = function(state) state.n = state.n + 1 end, stop = function(state) state.n = 0 end },
          effects = { go = function(cx) cx.send { type = "go" } end },
        """)
    ])
    try app.host.send("loop/go")
    #expect(
      app.errors.map(\.message) == [
        """
        loop/go: one send caused more than 10000 further actions
          What still waited (1) was dropped; the state keeps what was reduced before.
          To fix this, find the subscriber, middleware or effect that answers each action with another one
        """
      ])
    #expect(app.errors.map(\.code) == ["loop"])
    #expect(try app.state("loop.n") == 10001)
    try app.host.send("loop/stop")
    #expect(try app.state("loop.n") == 0)
  }

  @Test("by a reducer, view or event map is refused, and names the script")
  func fromPureCode() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a",
          state = { n = 0 },
          events = { tap = function() kept().send { type = "go" } end },
          reduce = { go = function(state) state.n = 1 end, bad = function(state) state.n = 2; kept().send { type = "go" } end },
          effects = { go = function(cx) keep(cx) end },
          view = function() kept().send { type = "go" } end,
        """
      ).replacing(
        "return udf.feature {",
        with:
          "local cx; local function keep(x) cx = x end; local function kept() return cx end return udf.feature {"
      )
    ])
    try app.run("a.go()")
    let reason =
      "cannot send from a reducer, view or event map: they only compute. Send from an effect of the action instead."
    #expect(
      app.failure("a.bad()") == """
        a.lua:6: a/bad: \(reason)
          The action was refused and the state is unchanged.
        """)
    #expect(failure { _ = try app.host.view(of: "a") } == "a.lua:8: view of a: \(reason)")
    #expect(
      failure { try app.host.event("a.tap") } == "a.lua:5: event a.tap: \(reason)\n  No action was sent.")
    #expect(try app.state("a.n") == 1)
    #expect(app.actions.map(\.type) == ["a/go", "a/bad"])
  }
}
