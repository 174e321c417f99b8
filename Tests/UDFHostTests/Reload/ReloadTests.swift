import HostTesting
import Testing
import UDFHost

@Suite("saving a file")
struct ReloadTests {
  /// A counter whose step is a file-local, required by a feature.
  private static func app() throws -> TestHost {
    try TestHost([
      "counter": Source.counter,
      "cart": """
      local udf = require "udf"
      local format = require "lib.format"
      local calls = 0
      return udf.feature {
        name = "cart",
        state = { n = 0 },
        reduce = { add = function(state) state.n = state.n + 1 end },
        view = function(state) calls = calls + 1; return format(state.n, calls) end,
      }
      """,
      "lib/format": "return function(n, calls) return n .. ' pieces, looked at ' .. calls end",
      "app": Source.app(["counter", "cart"]),
    ])
  }

  private static func view(_ app: TestHost) throws -> Value { try app.host.view(of: "cart") }

  @Test("runs the new code with the present state")
  func newCode() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc{ by = 5 }")
    try app.save(Source.counter.replacing("state.count + (", with: "state.count + 10 * ("), to: "counter")
    let report = app.saved("counter")
    #expect(report?.ok == true)
    #expect(report?.generation == 2)
    #expect(report?.files == ["counter.lua"])
    #expect(report?.stateReset == false)
    #expect(report?.notes == [])
    #expect(app.host.generation == 2)
    #expect(try app.state("counter.count") == 5)
    try app.run("counter.inc()")
    #expect(try app.state("counter.count") == 15)
    _ = try app.host.undo()
    _ = try app.host.undo()
    #expect(try app.state("counter.count") == 0)
  }

  @Test("runs that file and the files that require it again, and no other")
  func importersOnly() throws {
    let app = try Self.app()
    #expect(try Self.view(app) == "0 pieces, looked at 1")
    #expect(try Self.view(app) == "0 pieces, looked at 1")
    #expect(try app.reload("counter", as: Source.counter + " ")?.ok == true)
    #expect(try Self.view(app) == "0 pieces, looked at 2")
    try app.save("return function(n, calls) return n .. ' items, looked at ' .. calls end", to: "lib/format")
    #expect(app.saved("lib/format")?.ok == true)
    #expect(try Self.view(app) == "0 items, looked at 1")
  }

  @Test("without a change of its content does nothing")
  func unchanged() throws {
    let app = try Self.app()
    #expect(app.saved("counter") == nil)
    #expect(app.host.generation == 1)
  }

  @Test("that failed because of another file succeeds after a save of either")
  func twoFiles() throws {
    let app = try Self.app()
    try app.save("return { text = function(n) return n .. ' new' end }", to: "lib/format")
    // cart.lua still calls it as a function, which only its view does: this save is good by itself.
    #expect(app.saved("lib/format")?.ok == true)
    let cart = """
      local udf = require "udf"
      local format = require("lib.format").words.text
      return udf.feature { name = "cart", state = { n = 0 }, view = function(state) return format(state.n) end }
      """
    #expect(try app.reload("cart", as: cart)?.error?.message.hasPrefix("cart.lua:2: ") == true)
    let report = try app.reload("lib/format", as: "return { words = { text = function(n) return n .. ' words' end } }")
    #expect(report?.ok == true)
    #expect(report?.files == ["cart.lua", "lib/format.lua"])
    #expect(try Self.view(app) == "0 words")
  }

  @Test("that no file requires any more does nothing")
  func unrequired() throws {
    let app = try Self.app()
    #expect(try app.reload("app", as: Source.app(["counter"]))?.ok == true)
    #expect(app.host.files == ["app.lua", "counter.lua"])
    try app.save("return 1", to: "lib/format")
    app.forgetEvents()
    #expect(app.saved("lib/format") == nil)
  }

  @Test("gives new keys of the state their defaults and keeps the others")
  func newKeys() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc()")
    try app.save(
      Source.counter.replacing("{ count = 0 }", with: "{ count = 7, step = 2, list = udf.list {} }"),
      to: "counter")
    #expect(app.saved("counter")?.ok == true)
    #expect(try app.state("counter") == ["count": 1, "list": [], "step": 2])
  }

  @Test("while a script runs is refused, and happens afterwards")
  func whileRunning() throws {
    let app = try TestHost(["counter": Source.counter])
    var report: ReloadReport?
    let subscription = app.host.subscribe { _ in report = app.host.reload(reset: false) }
    try app.run("counter.inc()")
    #expect(report?.error?.message == "reload: an action or a script is running; try again when it has ended")
    subscription.cancel()
  }

  @Test("reload by hand loads every file; with a reset also the initial state")
  func byHand() throws {
    let app = try Self.app()
    try app.run("counter.inc()")
    _ = try Self.view(app)
    let plain = app.host.reload(reset: false)
    #expect(plain.files == ["app.lua", "cart.lua", "counter.lua", "lib/format.lua"])
    #expect(try Self.view(app) == "0 pieces, looked at 1")
    #expect(try app.state("counter.count") == 1)
    #expect(app.host.history.count == 1)
    let reset = app.host.reload(reset: true)
    #expect(reset.stateReset)
    #expect(reset.generation == 3)
    #expect(try app.state("counter.count") == 0)
    #expect(app.host.history.isEmpty)
  }

  @Test("lets effects in flight finish with their old code, and the new reducers receive their actions")
  func inFlight() throws {
    let source = Source.feature(
      """
        name = "a",
        state = { log = udf.list {} },
        reduce = { note = function(state, action) table.insert(state.log, "old " .. action.text) end },
        effects = { go = function(cx) cx.sleep(1); cx.send { type = "note", text = "from old" } end },
      """)
    let app = try TestHost(["a": source])
    try app.run("a.go()")
    try app.save(
      source.replacing("\"old \"", with: "\"new \"").replacing("from old", with: "from new"), to: "a")
    #expect(app.saved("a")?.ok == true)
    try app.run("a.go()")
    app.pass(1)
    #expect(try app.state("a.log") == ["new from old", "new from new"])
  }

  @Test("cancels effects in flight only with a reset")
  func resetEndsEffects() throws {
    let source = Source.feature("name = 'a', effects = { go = function(cx) cx.sleep(1); error('late') end }")
    let app = try TestHost(["a": source])
    try app.run("a.go()")
    _ = app.host.reload(reset: true)
    #expect(app.host.isSettled)
    app.pass(1)
    #expect(app.errors.isEmpty)
  }

  @Test("notifies subscribers of paths")
  func subscribers() throws {
    let app = try TestHost(["counter": Source.counter])
    var seen: [Value] = []
    let subscription = try app.host.subscribe(at: "counter.step") { seen.append($0) }
    _ = try app.reload("counter", as: Source.counter.replacing("{ count = 0", with: "{ count = 0, step = 2"))
    #expect(seen == [nil, 2])
    subscription.cancel()
  }

  @Test(
    "that adds a feature starts it; one that removes a feature parks its state until it is added again")
  func features() throws {
    let extra = Source.feature(
      """
        name = "extra",
        state = { n = 0 },
        reduce = { start = function(state) state.n = state.n + 1 end, add = function(state) state.n = state.n + 10 end },
      """)
    let app = try TestHost(["counter": Source.counter, "app": Source.app(["counter"])])
    try app.run("counter.inc()")
    try app.save(extra, to: "extra")
    #expect(try app.reload("app", as: Source.app(["counter", "extra"]))?.ok == true)
    #expect(try app.state() == ["counter": ["count": 1], "extra": ["n": 1]])
    try app.run("extra.add()")

    try app.save(Source.app(["counter"]), to: "app")
    #expect(app.saved("app")?.notes == ["feature extra was removed and its state parked; the history is empty"])
    #expect(try app.state() == ["counter": ["count": 1]])
    #expect(app.failure("extra.add()").hasPrefix("prompt:1: attempt to index a nil value (global 'extra')\n"))
    #expect(
      failure { try app.host.send("extra/add") }.hasPrefix("extra/add: no feature handles this action")
        == true)

    try app.save(extra.replacing("n = 0 }", with: "n = 0, more = true }"), to: "extra")
    try app.save(Source.app(["counter", "extra"]), to: "app")
    #expect(app.saved("app", "extra")?.ok == true)
    #expect(try app.state("extra") == ["more": true, "n": 12])
  }
}
