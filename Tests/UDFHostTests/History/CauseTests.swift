import HostTesting
import Testing
import UDF
import UDFHost

@Suite("the cause of an action")
struct CauseTests {
  /// From each action's type to that of its cause, `none` if nothing caused it; in the order of the history.
  private static func causes(_ app: TestHost) -> [String] {
    let history = app.host.history
    let types = Dictionary(uniqueKeysWithValues: history.map { ($0.n, $0.type) })
    return history.map { "\($0.type) ← \($0.cause.map { types[$0] ?? "#\($0)" } ?? "none")" }
  }

  private static func app(_ effects: String, more: String = "", observed: Bool = false) throws -> TestHost {
    let app = try TestHost(effects: effects, more: more)
    if !observed { app.observe(actions: false) }
    return app
  }

  @Test("is the action whose effect sent it, also without observers", arguments: [false, true])
  func effects(observed: Bool) throws {
    let app = try Self.app(
      """
      go = function(cx)
        note(cx, "first")
        cx.sleep(1)
        note(cx, "second")
        local task = cx.spawn(function() cx.sleep(1) note(cx, "spawned") end)
        cx.all { function() note(cx, "one of all") end }
        cx.send(function(inner) inner.sleep(1) inner.send { type = "note", text = "sent" } end)
      end,
      """, observed: observed)
    try app.run("a.go() a.note{ text = 'mine' }")
    for _ in 1...3 { app.pass(1) }
    #expect(
      Self.causes(app)
        == ["a/go ← none"] + ["a/note ← a/go", "a/note ← none"] + Array(repeating: "a/note ← a/go", count: 4))
  }

  @Test("is the last request of a debounced run, and for each run of a queue its own request")
  func waiting() throws {
    let app = try Self.app(
      """
      calm = udf.debounce(1, function(cx) note(cx, "calm") end),
      next = udf.queue(function(cx) cx.sleep(1) note(cx, "next") end),
      """)
    try app.run("a.calm() a.next() a.calm() a.next()")
    app.pass(1)
    app.pass(1)
    #expect(app.host.history.suffix(3).map(\.cause) == [2, 3, 4])
  }

  @Test("is none for actions of effects in the background, and for functions that they send")
  func background() throws {
    let app = try Self.app(
      """
      watch = udf.background(function(cx)
        note(cx, "begun")
        cx.send(function(inner) inner.send { type = "note", text = "later" } end)
        cx.sleep(1)
        note(cx, "tick")
      end),
      """)
    try app.run("a.watch()")
    app.pass(1)
    #expect(Self.causes(app) == ["a/watch ← none"] + Array(repeating: "a/note ← none", count: 3))
  }

  @Test("is the action that changed an input of a reaction")
  func reactions() throws {
    let app = try Self.app(
      "go = function(cx) note(cx, 'x') end,",
      more: """
        reactions = { count = { "notes", function(cx, notes) if #notes == 1 then cx.send { type = "go" } end end } },
        """)
    try app.run("a.go()")
    #expect(Self.causes(app) == ["a/go ← none", "a/note ← a/go", "a/go ← a/note", "a/note ← a/go"])
  }

  @Test("is the action that a flow handles, and the screen's event is that of the first action")
  func flows() throws {
    let app = try News.host()
    try app.host.event("articles.tap", ["id": "2"])
    #expect(
      Self.causes(app) == [
        "articles/shown ← none", "articles/select ← none", "nav/push ← articles/select", "articles/shown ← nav/push",
      ])
  }

  @Test("is the action that a middleware received, before and after its reducers, in Lua and in Swift")
  func middleware() throws {
    let app = try TestHost([
      "counter": Source.counter,
      "log": Source.feature(
        "name = 'log', state = { n = 0 }, reduce = { lua = function() end, swift = function() end }"),
      "app": Source.app(
        ["counter", "log"],
        more: """
          , middleware = { udf.middleware {
            name = "m",
            before = function(cx, action) if action.by == 1 then cx.send { type = "log/lua", at = "before" } end end,
            after = function(cx, action) if action.by == 1 then cx.send { type = "log/lua", at = "after" } end end,
          } }
          """),
    ]) { configuration in
      configuration.middleware = [
        HostMiddleware(
          "swift", before: { if $0.fields["by"] == 1 { $0.send("log/swift") } },
          after: { if $0.fields["by"] == 1 { $0.send("log/swift") } })
      ]
    }
    try app.run("counter.inc{ by = 5 } counter.inc{ by = 1 }")
    #expect(
      Self.causes(app) == [
        "counter/inc ← none", "counter/inc ← none", "log/swift ← counter/inc", "log/lua ← counter/inc",
        "log/swift ← counter/inc", "log/lua ← counter/inc",
      ])
    #expect(app.host.history.dropFirst(2).allSatisfy { $0.cause == 2 })
  }

  @Test("of an action of a middleware that stops another action is the cause of the stopped one")
  func stopped() throws {
    let app = try TestHost([
      "counter": Source.counter,
      "a": Source.feature(
        """
        name = "a", state = {}, reduce = { ask = function() end },
        effects = { go = function(cx) cx.send { type = "counter/inc", by = 9 } end },
        """),
      "app": Source.app(
        ["counter", "a"],
        more: """
          , middleware = { udf.middleware {
            name = "m", intercepts = true,
            before = function(cx, action)
              if action.by ~= 9 then return end
              cx.send { type = "a/ask", number = 1 }
              cx.send { type = "a/ask", number = 2 }
              return false
            end,
          } }
          """),
    ])
    try app.run("a.go()")
    try app.run("counter.inc{ by = 1 }")
    #expect(
      Self.causes(app) == ["a/go ← none", "a/ask ← a/go", "a/ask ← a/go", "counter/inc ← none"])
    // The first takes the place of an action that a person sent.
    try app.run("counter.inc{ by = 9 }")
    #expect(Self.causes(app).suffix(2) == ["a/ask ← none", "a/ask ← a/ask"])
  }

  /// A host whose middleware sends `log/seen` before each `a/fail`, which its reducer refuses.
  private static func refusing() throws -> TestHost {
    try TestHost([
      "a": Source.feature(
        """
        name = "a", state = { n = 0 },
        reduce = { add = function(state) state.n = state.n + 1 end, fail = function() error("no") end },
        effects = { add = function(cx) cx.send { type = "fail" } end },
        """),
      "log": Source.feature(
        """
        name = "log", state = { n = 0 },
        reduce = {
          seen = function(state) state.n = state.n + 1 end,
          told = function(state) state.n = state.n + 100 end,
        },
        """),
      "app": Source.app(
        ["a", "log"],
        more: """
          , middleware = { udf.middleware(function(cx, action)
            if action.type == "a/fail" then
              cx.send { type = "log/seen" }
              cx.send { type = "log/seen" }
            end
          end) }
          """),
    ])
  }

  @Test("of an action of a middleware before a refused action is the cause of the refused one, which an undo removes")
  func refused() throws {
    let app = try Self.refusing()
    try app.run("a.add()")
    #expect(Self.causes(app) == ["a/add ← none", "log/seen ← a/add", "log/seen ← a/add"])
    #expect(try app.host.undo().count == 3)
    #expect(try app.state() == ["a": ["n": 0], "log": ["n": 0]])
    // The first takes the place of an action that a person sent.
    #expect(app.failure("a.fail()").contains("no"))
    #expect(Self.causes(app) == ["log/seen ← none", "log/seen ← log/seen"])
    #expect(app.actions.suffix(3).map(\.cause) == [nil, nil, app.actions[app.actions.count - 2].n])
    #expect(try app.host.undo().count == 2)
    #expect(try app.state("log.n") == 0)
  }

  @Test("of an action of a function that a middleware has sent is the same action, and its undo cancels the function")
  func functions() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
        name = "a", state = { n = 0 },
        reduce = { add = function(state) state.n = state.n + 1 end, fail = function() error("no") end },
        effects = { try = function(cx) cx.send { type = "fail" } end },
        """),
      "log": Source.feature(
        "name = 'log', state = { n = 0 }, reduce = { seen = function(state) state.n = state.n + 1 end }"),
      "app": Source.app(
        ["a", "log"],
        more: """
          , middleware = { udf.middleware(function(cx, action)
            if action.type == "a/add" or action.type == "a/fail" then
              cx.send(function(inner)
                inner.send { type = "log/seen" }
                inner.sleep(1)
                inner.send { type = "log/seen" }
                inner.sleep(1)
                inner.send { type = "log/seen" }
              end)
            end
          end) }
          """),
    ])
    for (line, type) in [("a.add()", "a/add"), ("a.try()", "a/try")] {
      try app.run(line)
      app.pass(1)
      #expect(Self.causes(app) == ["\(type) ← none", "log/seen ← \(type)", "log/seen ← \(type)"])
      #expect(try app.host.undo().count == 3)
      app.pass(1)
      #expect(try app.state() == ["a": ["n": 0], "log": ["n": 0]])
      #expect(app.host.isSettled)
      app.host.reload(reset: true)
    }
  }

  @Test("of an action of an observer after a refusal is the cause of the refused one, which an undo removes")
  func refusedBeforeObservers() throws {
    let app = try Self.refusing()
    let host = app.host
    let subscription = host.observe { [unowned host] event in
      if case .error(_, .some) = event { try? host.send("log/told") }
    }
    try app.run("a.add()")
    #expect(Self.causes(app).last == "log/told ← a/add")
    try host.undo()
    #expect(try app.state("log.n") == 0)
    _ = app.failure("a.fail()")
    #expect(Self.causes(app) == ["log/seen ← none", "log/seen ← log/seen", "log/told ← log/seen"])
    subscription.cancel()
    try host.undo()
    #expect(try app.state("log.n") == 0)
  }

  @Test("is the action of which an observer in Swift was notified, and none for actions of other threads")
  func observers() throws {
    let app = try TestHost(["counter": Source.counter, "cart": Source.cart])
    let host = app.host
    let subscription = host.subscribe { [unowned host] commit in
      if commit.type == "counter/inc" { try? host.send("cart/clear") }
    }
    try app.run("counter.inc()")
    host.handle.send("cart/clear")
    host.poll()
    try host.send("cart/clear")
    #expect(
      Self.causes(app) == ["counter/inc ← none", "cart/clear ← counter/inc", "cart/clear ← none", "cart/clear ← none"])
    subscription.cancel()
  }

  @Test("is the action whose reducer in Swift started the effect")
  func native() async throws {
    let source = "local udf = require 'udf' return udf.app { name = 'n', features = { udf.native 'shop' } }"
    let app = try TestHost(["app": source]) {
      $0.features = [Shop()]
    }
    try app.run("shop.order()")
    await app.settled()
    #expect(Self.causes(app) == ["shop/order ← none", "shop/sold ← shop/order"])
  }
}

/// Sells what was ordered.
private struct Shop: NativeFeature {
  struct State { var sold = 0 }
  enum Action: Codable, Sendable { case order, sold }

  let name = "shop"
  let initialState = State()
  let actions: Record = ["order": [:], "sold": [:]]
  let fields: [StateField<State>] = [.value("sold", \.sold)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    switch action {
    case .order: return .run { send in send(.sold) }
    case .sold:
      state.sold += 1
      return .none
    }
  }
}
