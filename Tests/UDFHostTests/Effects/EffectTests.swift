import HostTesting
import Testing
import UDFHost

@Suite("an effect")
struct EffectTests {
  /// A feature `a` that keeps what `note` was sent; `effects` are those of `go`, `slow` and so on.
  private static func app(_ effects: String, more: String = "", file: KeyValuePairs<String, String> = [:])
    throws -> TestHost
  {
    let source = Source.feature(
      """
        name = "a",
        state = { notes = udf.list {}, n = 0 },
        reduce = {
          note = function(state, action) table.insert(state.notes, action.text) end,
          count = function(state) state.n = state.n + 1 end,
        },
        effects = {
          \(effects)
        },
        \(more)
      """)
    return try TestHost(["a": source, "counter": Source.counter])
  }

  @Test("sends its own actions by short type and others by full type")
  func sends() throws {
    let app = try Self.app(
      #"go = function(cx, action) cx.send { type = "note", text = action.text }; cx.send { type = "counter/inc", by = 2 } end"#
    )
    try app.run("a.go{ text = 'hello' }")
    #expect(try app.state("a.notes") == ["hello"])
    #expect(try app.state("counter.count") == 2)
  }

  @Test("runs up to its first await before dispatch returns, and continues as time passes")
  func segments() throws {
    let app = try Self.app(
      """
      go = function(cx)
            cx.send { type = "note", text = "now" }
            cx.sleep(1)
            cx.send { type = "note", text = "later" }
            cx.sleep(0.5)
            cx.send { type = "note", text = "last" }
          end,
      """)
    try app.run("a.go()")
    #expect(try app.state("a.notes") == ["now"])
    #expect(app.host.nextDue == 1)
    app.pass(0.9)
    #expect(try app.state("a.notes") == ["now"])
    app.pass(0.1)
    #expect(try app.state("a.notes") == ["now", "later"])
    #expect(!app.host.isSettled)
    app.pass(0.5)
    #expect(try app.state("a.notes") == ["now", "later", "last"])
    #expect(app.host.isSettled)
    #expect(app.host.nextDue == nil)
  }

  @Test("continues after another one that started to sleep earlier for the same time")
  func wakeOrder() throws {
    let app = try Self.app(
      #"go = function(cx, action) cx.sleep(action.after); cx.send { type = "note", text = action.text } end"#)
    for (text, after) in [("c", 2), ("a", 1), ("b", 1)] {
      try app.run("a.go{ text = '\(text)', after = \(after) }")
    }
    app.pass(5)
    #expect(try app.state("a.notes") == ["a", "b", "c"])
  }

  @Test("sleeps the exact time, also in fractions that no binary number represents")
  func parts() throws {
    let app = try Self.app(
      #"go = function(cx) cx.sleep(0.1); cx.sleep(0.2); cx.send { type = "note", text = "a" } end, other = function(cx) cx.sleep(0.8); cx.send { type = "note", text = "b" } end"#
    )
    try app.run("a.go(); a.other()")
    for _ in 1...3 { app.pass(0.1) }
    #expect(try app.state("a.notes") == ["a"])
    for _ in 1...5 { app.pass(0.1) }
    #expect(try app.state("a.notes") == ["a", "b"])
  }

  @Test("reads the present state, and cannot write it")
  func state() throws {
    let app = try Self.app(
      """
      go = function(cx)
            local seen = cx.state
            cx.sleep(1)
            cx.send { type = "note", text = "n is " .. seen.n }
            seen.n = 7
          end,
      """)
    try app.run("a.go()")
    try app.run("a.count()")
    app.pass(1)
    #expect(try app.state("a.notes") == ["n is 1"])
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:14: effect of a/go: a.n is read-only here: only the reducers of 'a' may write it
          The effect has ended; the state is as it left it.
        """
      ])
  }

  @Test("logs with a level, and an unknown level is refused with the list of levels")
  func log() throws {
    let app = try Self.app(
      #"go = function(cx) cx.log("warning", "careful", { n = 1 }); print("a", 1); cx.log("loud", "x") end"#)
    try app.run("a.go()")
    guard
      case .log("warning", "careful", let fields)? = app.events.first(where: {
        if case .log = $0 { true } else { false }
      })
    else { return #expect(Bool(false), "no log") }
    #expect(fields == ["n": 1])
    #expect(app.logs == ["warning careful", "info a\t1"])
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:10: effect of a/go: log takes a level first, one of trace, debug, info, notice, warning, error, critical; \
        got string "loud"
          The effect has ended; the state is as it left it.
        """
      ])
  }

  @Test(
    "refuses log fields that would be lost",
    arguments: [
      (#"cx.log("info", { 1 })"#, "log takes a text second, and fields after it; got list of 1 items"),
      (#"cx.log("info", "sum", 5)"#, "log takes fields third, a table with names; got number 5"),
    ])
  func lostInLog(_ call: String, _ problem: String) throws {
    let app = try Self.app("go = function(cx) \(call) end")
    try app.run("a.go()")
    #expect(app.logs == [])
    #expect(
      app.errors.map(\.message) == [
        "a.lua:10: effect of a/go: \(problem)\n  The effect has ended; the state is as it left it."
      ])
  }

  @Test("that raises an error is reported with its action, and the session continues")
  func raises() throws {
    let app = try Self.app(
      #"go = function(cx) cx.send { type = "note", text = "before" }; cx.sleep(1); local x = nil; x.y = 1 end"#
    )
    try app.run("a.go()")
    app.pass(1)
    #expect(try app.state("a.notes") == ["before"])
    guard case .error(let error, let n)? = app.events.last else { return #expect(Bool(false), "no error") }
    #expect(n == 1)
    #expect(error.code == "effect")
    #expect(
      error.message == """
        a.lua:10: effect of a/go: attempt to index a nil value (local 'x')
          The effect has ended; the state is as it left it.
        """)
    #expect(error.traceback?.contains("a.lua:10:") == true)
    #expect(app.host.isSettled)
    try app.run("a.count()")
    #expect(try app.state("a.n") == 1)
  }

  @Test("that loops endlessly is stopped by its budget")
  func loops() throws {
    let source = Source.feature(
      "name = 'a', effects = { go = function(cx) cx.sleep(1); while true do end end }")
    let app = try TestHost(["a": source]) { $0.timeBudget = 0.5 }
    try app.run("a.go()")
    app.pass(1)
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:3: effect of a/go: stopped: the time budget of 0.5 s is spent
          The effect has ended; the state is as it left it.
          To fix this, let the effect wait between its parts, as with cx.sleep(0), or raise the time limit
        """
      ])
    #expect(app.host.isSettled)
  }

  @Test("that is stopped while a reducer runs names the line of the reducer")
  func stoppedInside() throws {
    let source = Source.feature(
      """
      name = 'a', actions = { go = {}, slow = {} },
      effects = { go = function(cx) cx.sleep(1) cx.send { type = 'slow' } end },
      reduce = {
        slow = function(state)
          while true do end
        end,
      },
      """)
    let app = try TestHost(["a": source]) { $0.timeBudget = 0.5 }
    try app.run("a.go()")
    app.pass(1)
    #expect(app.errors.first?.message.hasPrefix("a.lua:7: effect of a/go: stopped: the time budget of 0.5 s") ?? false)
  }

  @Test("that sends a refused or unknown action gets the error at the send")
  func refusedSend() throws {
    let app = try Self.app(
      """
      go = function(cx)
            cx.sleep(1)
            local ok, message = pcall(cx.send, { type = "counter/inc", by = "x" })
            cx.send { type = "note", text = message .. "" }
            cx.send { type = "noet" }
          end,
      """)
    try app.run("a.go()")
    app.pass(1)
    #expect(
      try app.state("a.notes") == ["by must be an integer, got string \"x\""])
    #expect(
      app.errors.last?.message == """
        a.lua:14: noet: no feature handles this action
          The state is unchanged.
          Did you mean "a/note"?
          The effect of a/go that sent it has ended.
        """)
  }

  @Test("cannot be awaited in pure functions, or inside a callback")
  func awaitElsewhere() throws {
    let app = try TestHost([
      "a": """
      local udf = require "udf"
      local cx
      return udf.feature {
        name = "a",
        events = { tap = function() cx.sleep(1) end },
        reduce = { bad = function() cx.sleep(1) end },
        effects = {
          go = function(context) cx = context end,
          sort = function(context) table.sort({ 1, 2 }, function() context.sleep(1) end) end,
          gsub = function(context) string.gsub("a", "a", function() context.sleep(1) end) end,
        },
        view = function() cx.sleep(1) end,
      }
      """
    ])
    try app.run("a.go()")
    let reason =
      "cannot await here: only an effect may wait, and not inside a callback of sort or gsub or while an error ends it"
    #expect(app.failure("a.bad()").hasPrefix("a.lua:6: a/bad: \(reason)\n"))
    #expect(failure { _ = try app.host.view(of: "a") } == "a.lua:12: view of a: \(reason)")
    #expect(
      failure { try app.host.event("a.tap") } == "a.lua:5: event a.tap: \(reason)\n  No action was sent.")
    app.forgetEvents()
    try app.run("a.sort()")
    try app.run("a.gsub()")
    let end = "\n  The effect has ended; the state is as it left it."
    #expect(
      app.errors.map(\.message) == [
        "a.lua:9: effect of a/sort: \(reason)\(end)", "a.lua:10: effect of a/gsub: \(reason)\(end)",
      ])
  }

  @Test("may wait inside pcall and a coroutine of its own")
  func awaitNested() throws {
    let app = try Self.app(
      """
      go = function(cx)
            local ok = pcall(function() cx.sleep(1) end)
            local co = coroutine.wrap(function() cx.sleep(1); return "inner" end)
            cx.send { type = "note", text = tostring(ok) .. " " .. co() }
          end,
      """)
    try app.run("a.go()")
    app.pass(1)
    app.pass(1)
    #expect(try app.state("a.notes") == ["true inner"])
  }

  @Test("sleeps only a number of seconds")
  func sleepArguments() throws {
    let app = try Self.app(#"go = function(cx) cx.sleep("long") end, odd = function(cx) cx.sleep(1 / 0) end"#)
    try app.run("a.go()")
    try app.run("a.odd()")
    #expect(
      app.errors.map { $0.message.prefix { $0 != "\n" } } == [
        "a.lua:10: effect of a/go: cx.sleep takes seconds, got string \"long\"",
        "a.lua:10: effect of a/odd: cx.sleep takes seconds, got number inf",
      ])
  }

  @Test("has services, sleep and log, which a reducer cannot use")
  func pureReducer() throws {
    let app = try TestHost([
      "a": """
      local udf = require "udf"
      local cx
      return udf.feature {
        name = "a", uses = { "files" },
        reduce = { bad = function() cx.services.files.lines("app.lua") end },
        effects = { go = function(context) cx = context end },
      }
      """
    ])
    try app.run("a.go()")
    #expect(
      app.failure("a.bad()") == """
        a.lua:5: a/bad: services are not available in a reducer, view or event map: they only compute. \
        Call them in an effect of the action instead.
          The action was refused and the state is unchanged.
        """)
  }

  @Test("may still run when the host ends, even if it sends when it is cancelled")
  func hostEnds() throws {
    var app: TestHost? = try Self.app(
      #"go = function(cx) pcall(cx.sleep, 1); cx.send { type = "count" }; cx.sleep(1) end"#)
    try app?.run("a.go()")
    app = nil
  }

  @Test("of `start` runs when the app starts, and again after a reset")
  func start() throws {
    let app = try Self.app(#"start = function(cx) cx.send { type = "note", text = "started" } end"#)
    #expect(try app.state("a.notes") == ["started"])
    _ = app.host.reload(reset: false)
    #expect(try app.state("a.notes") == ["started"])
    _ = app.host.reload(reset: true)
    #expect(try app.state("a.notes") == ["started"])
  }
}
