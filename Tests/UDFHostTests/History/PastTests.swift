import HostTesting
import Testing
import UDF
import UDFServices
import UDFSync

@testable import UDFHost

@Suite("a past point")
struct PastTests {
  private static let back = "\n  To continue, return to the present: :at live"

  @Test("shows state, views, computed values and subscriptions of that time, until the return to the present")
  func looking() throws {
    let app = try TestHost(["counter": Source.counter, "cart": Source.cart]) { $0.historyLimit = 5 }
    var seen: [Value] = []
    let subscription = try app.host.subscribe(at: "counter.count") { seen.append($0) }
    for _ in 1...3 { try app.run("counter.inc()") }
    let present = try app.state()
    try app.host.visit(action: 1)
    #expect(app.host.pastAction == 1)
    #expect(try app.run("state.counter.count") == 1)
    #expect(try app.run("view.counter.label") == "count is 1")
    try app.host.visit(action: 0)
    #expect(try app.run("state.counter.count * 10") == 0)
    try app.host.visit(action: 2)
    #expect(try app.host.changes(after: 0).map(\.new) == [2])
    #expect(app.host.history.map(\.n) == [1, 2, 3] && app.host.history.allSatisfy { !$0.undone })
    try app.host.returnToLive()
    #expect(app.host.pastAction == nil)
    #expect(try app.state() == present)
    #expect(seen == [0, 1, 2, 3, 1, 0, 2, 3])
    try app.run("counter.inc()")
    #expect(try app.state("counter.count") == 4)
    withExtendedLifetime(subscription) {}
  }

  @Test("refuses a sent function, which does not run")
  func sentFunction() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc()")
    try app.host.visit(action: 0)
    let error = app.failure("ran = true dispatch(function() ran = false end)")
    #expect(error == "prompt:1: send: the past state after #0 is shown and cannot be changed\(Self.back)")
    try app.host.returnToLive()
    #expect(try app.run("ran") == true)
  }

  @Test("refuses changes, and names the command to return")
  func refusals() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc()")
    try app.run("counter.inc()")
    // Also where the past is the present.
    for n in [1, 2] {
      try app.host.visit(action: n)
      let state = try app.state()
      func told(_ what: String) -> String {
        "\(what): the past state after #\(n) is shown and cannot be changed\(Self.back)"
      }
      #expect(app.failure("counter.inc()") == "prompt:1: " + told("counter/inc"))
      #expect(app.failure("dispatch{ type = 'counter/reset' }") == "prompt:1: " + told("counter/reset"))
      #expect(failure { _ = try app.host.event("counter.tap", [:]) } == told("counter/inc"))
      #expect(failure { try app.host.send("counter/inc") } == told("counter/inc"))
      #expect(failure { _ = try app.host.undo() } == told("undo"))
      #expect(failure { _ = try app.host.redo() } == told("redo"))
      #expect(app.failure("settle()").contains(told("settle")))
      #expect(
        app.host.reload(reset: false).error?.message
          == "reload: the past state after #\(n) is shown and cannot be changed\n  Saved files wait.\(Self.back)")
      #expect(try app.state() == state)
    }
    try app.host.returnToLive()
    #expect(app.actions.count == 2)
    #expect(failure { try app.host.visit(action: 7) } == "at: there is no action #7; the last one is #2")
  }

  @Test("does not change what was undone, which can still be redone")
  func undone() throws {
    let app = try TestHost(["counter": Source.counter])
    for _ in 1...4 { try app.run("counter.inc()") }
    _ = try app.host.undo()
    _ = try app.host.undo()
    #expect(failure { try app.host.visit(action: 4) } == "at: #4 was undone; :redo restores it")
    #expect(failure { _ = try app.host.changes(after: 3) } == "diff: #3 was undone; :redo restores it")
    try app.host.visit(action: 1)
    #expect(try app.state("counter.count") == 1)
    try app.host.returnToLive()
    #expect(try app.state("counter.count") == 2)
    _ = try app.host.redo()
    #expect(try app.state("counter.count") == 3)
  }

  private struct Core: HostCore {
    let instances = Instances()
    let server: NewsServer
    let gate = GateService()

    func dependency() -> any LogSink { SilentLog() }
    func dependency(_ database: SyncDatabase) -> any RemoteStore { server }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }

    func services() throws -> [HostService] {
      [
        HostService(
          "gate",
          [
            ServiceMethod(awaiting: "wait", ["number": "integer"], returns: "integer") { [gate] call in
              try await gate.wait(Int(call["number"].integer ?? 0), isStubborn: false)
            }
          ])
      ]
    }
  }

  private static let worker = Source.feature(
    """
      name = "worker", uses = { "gate" },
      state = { notes = udf.list {} },
      reduce = { note = function(state, action) table.insert(state.notes, action.text) end },
      effects = {
        nap = function(cx, action)
          cx.sleep(action.seconds)
          cx.send { type = "note", text = "slept " .. action.seconds }
        end,
        ask = function(cx) cx.send { type = "note", text = "asked " .. cx.services.gate.wait(1) } end,
        calm = udf.debounce(2, function(cx) cx.send { type = "note", text = "calm" } end),
      },
    """)

  @Test("delays effects that sleep, await or wait for a pause until the return, and loses nothing of an engine")
  func held() async throws {
    let server = NewsServer(["a": "One"])
    let core = Core(server: server)
    let app = try TestHost(core, ["worker": Self.worker])
    try await app.looked()
    #expect(app.titles == ["One"])
    core.gate.announce(1)
    try app.run("worker.ask() worker.calm() worker.nap{ seconds = 3 } worker.nap{ seconds = 1 }")
    let n = try #require(app.host.history.last?.n)
    server.put("b", "Two")
    server.hold()
    try app.run("articles.pull{ force = true }")
    let live = try app.state("worker")
    try app.host.visit(action: 0)
    #expect(app.titles == [])
    core.gate.open(1)
    server.release()
    app.host.handle.send("worker/note", ["text": "from another thread"])
    app.pass(5)
    while app.host.waiting.effects < 4 || app.host.waiting.deliveries < 1 { await Task.yield() }
    app.pass(5)
    // Neither for its owner nor for a line that waits for a service.
    #expect(app.host.nextDue == nil && app.host.nextMoment == nil)
    #expect("\(app.host.waiting)" == "4 effects, 1 message and 1 delivery")
    #expect(
      app.failure("worker.note{ text = 'x' }")
        == "prompt:1: worker/note: the past state after #0 is shown and cannot be changed\n"
        + "  4 effects, 1 message and 1 delivery wait.\(Self.back)")
    #expect(app.titles == [] && app.host.history.last?.n == n + 1)
    try app.host.returnToLive()
    await app.settled()
    #expect(live == ["notes": []])
    #expect(
      try app.state("worker.notes") == ["from another thread", "asked 1", "slept 1", "calm", "slept 3"])
    #expect(app.titles == ["One", "Two"])
    #expect(app.host.isSettled && app.errors.isEmpty)
    #expect(app.host.waiting.isNone)
  }

  @Test("shows rows that undo does not change again after the return")
  func fed() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), ["counter": Source.counter])
    try app.run("counter.inc()")
    try await app.looked()
    _ = try app.host.undo()
    #expect(app.titles == ["One"])
    try app.host.visit(action: 0)
    #expect(app.titles == [])
    try app.host.returnToLive()
    #expect(app.titles == ["One"])
    #expect(try app.run("#view.articles.titles") == 1)
    server.put("b", "Two")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["One", "Two"])
  }

  @Test("shows the screens of that time, and effects of later screens continue")
  func screens() throws {
    let app = try TestHost(
      [
        "app": """
        local udf = require "udf"
        return udf.app {
          name = "test", features = { require "page" },
          scenes = {
            udf.scene { name = "home", view = function() return {} end },
            udf.scene { name = "more", view = function() return {} end, events = { go = "page.go" } },
          },
          flow = udf.flow { start = "home", routes = { home = { scene = "home" }, more = { scene = "more" } } },
        }
        """,
        "page": Source.feature(
          """
            name = "page", state = { n = 0 }, events = { go = "go" },
            reduce = { done = function(state) state.n = state.n + 1 end },
            effects = { go = function(cx) cx.sleep(1) cx.send { type = "done" } end },
            view = function(state) return state end,
          """),
      ])
    try app.run("nav.push('more')")
    try app.host.raise("go")
    #expect(app.host.screens.map(\.route) == ["home", "more"])
    try app.host.visit(action: 0)
    #expect(app.host.screens.map(\.route) == ["home"])
    app.pass(2)
    try app.host.returnToLive()
    #expect(app.host.screens.map(\.route) == ["home", "more"])
    #expect(try app.state("page.n") == 1)
  }

  @Test("can be saved as a state")
  func saving() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc()")
    try app.run("counter.inc()")
    try app.host.visit(action: 1)
    try app.host.save(to: app.folder("then.json"))
    try app.host.returnToLive()
    #expect(try app.state("counter.count") == 2)
    try app.host.load(from: app.folder("then.json"))
    #expect(try app.state("counter.count") == 1)
  }

  @Test("delays saved files, and a host can be stopped there")
  func stopped() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc()")
    try app.host.visit(action: 0)
    app.host.reloader.inbox.add(files: [app.folder("counter.lua")])
    try app.save(Source.counter.replacing("count is", with: "now"), to: "counter")
    app.host.poll()
    #expect(app.host.waiting.files == 1)
    #expect(try app.run("view.counter.label") == "count is 0")
    try app.host.returnToLive()
    #expect(app.reloads.map(\.ok) == [true])
    #expect(try app.run("view.counter.label") == "now 1")
    try app.host.visit(action: 0)
    app.host.stop()
    #expect(try app.state("counter.count") == 1)
  }
}
