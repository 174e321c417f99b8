import HostTesting
import Testing
import UDF
import UDFHost

@Suite("causal undo")
struct CausalUndoTests {
  private static let notes = """
    go = function(cx, action) cx.sleep(action.seconds) note(cx, "after " .. action.seconds) end,
    """

  @Test("keeps later actions of others, and reduces them again without the removed one")
  func others() throws {
    let app = try TestHost(effects: Self.notes)
    try app.run("a.go{ seconds = 2 }")
    try app.run("a.note{ text = 'mine' }")
    app.pass(2)
    try app.host.send("a/note", ["text": "of Swift"])
    #expect(try app.state("a.notes") == ["mine", "after 2", "of Swift"])
    let report = try app.host.undo(1)
    #expect(report.removed.map(\.n) == [2])
    #expect(try app.state("a.notes") == ["after 2", "of Swift"])
    #expect(report.changes == [Change(.remove, try Path("a.notes[1]"), old: "mine")])
    #expect(report.differing.map(\.record.n) == [3, 4])
    #expect(report.differing.first?.changes == [Change(.insert, try Path("a.notes[1]"), new: "after 2")])
    #expect(app.host.history.map(\.undone) == [false, true, false, false])
    #expect(try app.host.undo().map(\.n) == [3, 1])
    #expect(try app.state("a.notes") == ["of Swift"])
    #expect(try app.host.redo().map(\.n) == [1, 3])
    #expect(try app.host.redo().map(\.n) == [2])
    #expect(try app.state("a.notes") == ["mine", "after 2", "of Swift"])
  }

  @Test("cancels the effects of removed actions, which write nothing more; a redo does not start them again")
  func effects() throws {
    let app = try TestHost(
      effects: Self.notes + """
          chain = function(cx)
            cx.send { type = "go", seconds = 1 }
            cx.send(function(inner) inner.sleep(1) inner.send { type = "note", text = "sent" } end)
          end,
          back = udf.background(function(cx) note(cx, "here") cx.sleep(1) note(cx, "there") end),
        """)
    try app.run("a.chain()")
    try app.run("a.back()")
    #expect(try app.host.undo().map(\.type) == ["a/back"])
    #expect(try app.host.undo().map(\.type) == ["a/go", "a/chain"])
    #expect(app.host.isSettled && app.host.nextDue == nil)
    try app.host.redo(2)
    app.pass(5)
    // An effect in the background has sent it, so no action is its cause.
    #expect(try app.state("a.notes") == ["here"])
  }

  @Test("starts requests that waited for a removed run of a queue")
  func queue() throws {
    let app = try TestHost(
      effects: """
        line = udf.queue(function(cx, action) note(cx, action.text) cx.sleep(1) end),
        back = udf.background(function(cx) cx.sleep(1) cx.send { type = "line", text = "second" } end),
        """)
    try app.run("a.back()")
    try app.run("a.line{ text = 'first' }")
    app.clock.advance(by: 1)
    try app.host.send("a/line", ["text": "second"])
    app.forgetEvents()
    try app.host.undo()
    #expect(app.happenings == ["undo"])
    #expect(try app.state("a.notes") == [])
    #expect(app.host.nextDue == 0)
    app.host.poll()
    #expect(app.happenings.prefix(2) == ["undo", "a/note"])
    #expect(try app.state("a.notes") == ["second"])
  }

  @Test("cancels effects in Swift")
  func native() async throws {
    let gate = GateService()
    let source = "local udf = require 'udf' return udf.app { name = 'n', features = { udf.native 'late' } }"
    let app = try TestHost(["app": source]) { $0.features = [Late(gate: gate)] }
    gate.announce(1)
    gate.announce(2)
    try app.run("late.begin{ gate = 1 }")
    try app.run("late.begin{ gate = 2 }")
    #expect(try app.host.undo().map(\.n) == [2])
    gate.open(2)
    gate.open(1)
    await app.settled()
    #expect(try app.state("late.ended") == [1])
    #expect(try app.host.undo().map(\.type) == ["late/end", "late/begin"])
    #expect(try app.state("late.ended") == [])
  }

  @Test("reports actions that are refused without the removed one, and a redo restores them")
  func refused() throws {
    let app = try TestHost(["cart": Source.cart])
    try app.run("cart.add{ sku = 'A' }")
    try app.host.send("cart/remove", ["at": 1])
    try app.host.send("cart/add", ["sku": "B"])
    let before = try app.state()
    let report = try app.host.undo(1)
    #expect(report.refusals.map(\.n) == [2])
    #expect(report.refusals.first?.error.message.contains("cart.lua:12: cart/remove") ?? false)
    #expect(try app.state("cart.total") == 1)
    #expect(app.host.history.map(\.undone) == [true, true, false])
    #expect(try app.host.redo(1).restored.map(\.n) == [1, 2])
    #expect(try app.state() == before)
  }

  @Test("reports effects of kept actions that the removed one had cancelled or dropped")
  func lost() throws {
    let app = try TestHost(
      effects: """
          last = udf.latest(function(cx) cx.sleep(9) end),
          first = udf.leading(function(cx) cx.sleep(9) end),
          calm = udf.debounce(9, function() end),
          once = udf.throttle(9, function() end),
          stop = function(cx) cx.cancel("last") end,
        """)
    func lost(_ kept: String, _ removed: String, keptFirst: Bool = true) throws -> [LostEffect] {
      if keptFirst { try app.host.send("a/\(kept)") }
      try app.run("a.\(removed)()")
      if !keptFirst { try app.host.send("a/\(kept)") }
      defer { app.pass(20) }
      return try app.host.undo(1).lostEffects.filter { $0.n != $0.by }
    }
    func expected(_ n: Int, _ effect: String, _ manner: LostEffect.Manner, by: Int) -> [LostEffect] {
      [LostEffect(n: n, effect: "effect of a/\(effect)", manner: manner, by: by)]
    }
    #expect(try lost("last", "last") == expected(1, "last", .cancelled, by: 2))
    #expect(try lost("first", "first", keptFirst: false) == expected(4, "first", .absorbed, by: 3))
    #expect(try lost("calm", "calm") == expected(5, "calm", .absorbed, by: 6))
    #expect(try lost("once", "once", keptFirst: false) == expected(8, "once", .absorbed, by: 7))
    #expect(try lost("last", "stop") == expected(9, "last", .cancelled, by: 10))
  }

  @Test("reports effects of the removed action that it cancels, and a redo reports that they do not run again")
  func stopped() throws {
    let app = try TestHost(effects: "load = function(cx) cx.sleep(9) end, quick = function(cx) end,")
    try app.run("a.load()")
    let stopped = [LostEffect(n: 1, effect: "effect of a/load", manner: .cancelled, by: 1)]
    #expect(try app.host.undo(1).lostEffects == stopped)
    #expect(try app.host.redo(1).lostEffects == stopped)
    #expect(app.host.effectsUnderWay.isEmpty)
    try app.run("a.quick()")
    #expect(try app.host.undo(1).lostEffects == [])
    #expect(try app.host.redo(1).lostEffects == [])
  }

  @Test("reports effects that ended with a screen which the removed action had left, and restores the screen")
  func screens() throws {
    let app = try News.host()
    try app.host.event("articles.tap", ["id": "2"])
    try app.run("nav.pop()")
    let shown = try #require(app.host.history.last { $0.type == "articles/shown" }?.n)
    let pop = try #require(app.host.history.last { $0.type == "nav/pop" }?.n)
    let report = try app.host.undo(1)
    #expect(
      report.lostEffects == [
        LostEffect(n: shown, effect: "effect of articles/shown", manner: .cancelled, by: pop)
      ])
    #expect(app.host.screens.map(\.route) == ["list", "article"])
    app.pass(60)
    #expect(try app.state("articles.log").items.contains("read 2") == false)
  }

  @Test("includes the actions that a middleware, a reaction and a flow have sent because of it, and nothing else")
  func senders() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a", state = { n = 0 }, reduce = { add = function(state) state.n = state.n + 1 end },
          reactions = { n = { "n", function(cx, n) cx.send { type = "log/add", text = "reaction " .. n } end } },
        """),
      "log": Source.feature(
        """
          name = "log", state = { lines = udf.list {} },
          reduce = { add = function(state, action) table.insert(state.lines, action.text) end },
        """),
      "app": Source.app(
        ["a", "log"],
        more: """
          , middleware = { udf.middleware(function(cx, action)
            if action.type == "a/add" then cx.send { type = "log/add", text = "middleware" } end
          end) }
          """),
    ])
    try app.run("a.add()")
    try app.host.send("log/add", ["text": "Swift"])
    try app.run("a.add()")
    try app.host.send("log/add", ["text": "Swift again"])
    #expect(try app.state("log.lines").items.count == 6)
    #expect(try app.host.undo().count == 3)
    #expect(try app.state("log.lines") == ["middleware", "reaction 1", "Swift", "Swift again"])
    try app.host.undo()
    #expect(try app.state() == ["a": ["n": 0], "log": ["lines": ["Swift", "Swift again"]]])
    try app.host.redo(2)
    #expect(try app.state("log.lines").items.count == 6)
  }

  @Test("reports calls of services that it cannot revert")
  func calls() throws {
    let app = try TestHost(
      effects: """
          go = function(cx)
            cx.services.log.info("not this")
            cx.services.post.send("hello")
          end,
        """, more: "uses = { \"post\", \"log\" },"
    ) { $0.core = StoredPostCore() }
    try app.run("a.go()")
    try app.run("a.note{ text = 'x' }")
    #expect(try app.host.undo(1).calls == [])
    #expect(try app.host.undo(1).calls == [MadeCall(n: 1, service: "post", method: "send")])
  }

  @Test("can remove several actions at once, and restore them one by one")
  func several() throws {
    let app = try TestHost(["counter": Source.counter])
    for by in [1, 10, 100] { try app.run("counter.inc{ by = \(by) }") }
    #expect(try app.host.undo(2).removed.map(\.n) == [3, 2])
    #expect(try app.state("counter.count") == 1)
    #expect(
      failure { try app.host.undo(2) } == "undo: only one action can be undone, not 2")
    #expect(try app.host.redo(1).restored.map(\.n) == [2])
    #expect(try app.state("counter.count") == 11)
    #expect(
      failure { try app.host.redo(2) }
        == "redo: only 1 undo can be redone, not 2")
    #expect(try app.host.redo(1).restored.map(\.n) == [3])
    #expect(try app.state("counter.count") == 111)
  }

  @Test("can be redone until the next action of a user, whatever others do meanwhile, to the same places")
  func places() throws {
    let app = try TestHost(["cart": Source.cart])
    try app.run("cart.add{ sku = 'A' }")
    try app.run("cart.add{ sku = 'B' }")
    try app.host.undo(2)
    try app.host.send("cart/add", ["sku": "C"])
    try app.host.redo()
    #expect(try app.state("cart.items").items.map { $0["sku"] } == ["A", "C"])
    try app.host.redo()
    #expect(try app.state("cart.items").items.map { $0["sku"] } == ["A", "B", "C"])
    #expect(app.host.history.map(\.n) == [1, 2, 3])
    try app.host.undo()
    try app.run("cart.add{ sku = 'D' }")
    #expect(failure { try app.host.redo() } == "redo: nothing was undone, or an action was sent since")
    #expect(app.host.history.map(\.n) == [1, 3, 4])
  }

  @Test("reduces actions of former code with the present code, and reports the differences")
  func generations() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc()")
    try app.host.send("counter/inc")
    try app.run("counter.reset()")
    try app.host.send("counter/inc")
    #expect(
      try app.reload("counter", as: Source.counter.replacing("action.by or 1", with: "action.by or 10"))?.ok == true)
    let report = try app.host.undo(1)
    // The earlier entries have not changed.
    #expect(try app.state("counter.count") == 12)
    #expect(report.differing.map(\.record.n) == [4])
    #expect(app.host.history.map(\.generation) == [1, 1, 1, 2])
    try app.host.undo()
    #expect(try app.state("counter.count") == 20)
  }

  @Test("lets an observer send during a redo, after which nothing can be redone")
  func observers() throws {
    let app = try TestHost(["counter": Source.counter])
    for _ in 0..<3 { try app.run("counter.inc{}") }
    try app.host.undo()
    try app.host.undo()
    var isArmed = false
    let subscription = try app.host.subscribe(at: "counter.count") { _ in
      guard isArmed else { return }
      isArmed = false
      try? app.host.send("counter/inc", origin: .prompt)
    }
    isArmed = true
    try app.host.redo()
    #expect(try app.state("counter.count") == 3)
    #expect(throws: HostError.self) { try app.host.redo() }
    try app.host.undo()
    #expect(try app.state("counter.count") == 2)
    subscription.cancel()
  }

  @Test("takes a number from 1 on")
  func count() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc{}")
    for count in [0, -1] {
      let error = #expect(throws: HostError.self) { try app.host.undo(count) }
      #expect(error?.message == "undo: takes the number of actions to undo, 1 or more")
    }
    #expect(try app.state("counter.count") == 1)
  }
}

/// Ends its call when its gate opens.
private struct Late: NativeFeature {
  struct State { var ended: [Int] = [] }
  enum Action: Codable, Sendable {
    case begin(gate: Int)
    case end(gate: Int)
  }

  let gate: GateService
  let name = "late"
  let initialState = State()
  let actions: Record = ["begin": ["gate": "integer"], "end": ["gate": "integer"]]
  let fields: [StateField<State>] = [.value("ended", \.ended)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    switch action {
    case .begin(let number):
      return .run { [gate] send in
        // Stubborn: it sends also where it was cancelled.
        _ = try? await gate.wait(number, isStubborn: true)
        send(.end(gate: number))
      }
    case .end(let number):
      state.ended.append(number)
      return .none
    }
  }
}
