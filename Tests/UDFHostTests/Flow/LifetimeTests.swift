import HostTesting
import Testing
import UDF

@testable import UDFHost

@Suite("the lifetime of a screen")
struct LifetimeTests {
  @Test("begins and ends with an event of its scene")
  func told() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    try app.run("nav.replace('article', { id = '2' })")
    try app.run("nav.pop()")
    #expect(try app.log == ["shown list", "shown 1", "hidden 1", "shown 2", "hidden 2"])
  }

  @Test("ends its effects, whatever removes it; those of other screens of the scene continue")
  func cancelled() throws {
    let ways = [
      "nav.pop()", "nav.replace('login')", "nav.open('/')", "nav.push('login'); nav.popTo('article'); nav.pop()",
    ]
    for leaving in ways {
      let app = try News.host()
      try app.run("nav.push('article', { id = '1' }); nav.push('article', { id = '2' })")
      try app.run(leaving)
      app.pass(60)
      let others = leaving.contains("open") ? [] : ["read 1"]
      #expect(try app.log.filter { $0.hasPrefix("read") } == ["read list"] + others, "\(leaving)")
      #expect(app.errors.isEmpty)
    }
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    _ = try app.host.undo()
    app.pass(60)
    #expect(try app.log == ["shown list", "read list"])
  }

  @Test("does not end reactions that its events have started, because they belong to the state")
  func reactions() throws {
    let articles = News.articles.replacing(
      "view = function",
      with: """
        reactions = { log = { "log", function(cx, log)
            cx.sleep(5)
            cx.send { type = "note", text = "after " .. log[#log] }
          end } },
          view = function
        """)
    let app = try News.host(articles: articles)
    try app.run("nav.push('article', { id = '1' })")
    app.pass(1)
    try app.run("nav.pop()")
    app.pass(4)
    #expect(try app.log == ["shown list", "shown 1", "hidden 1", "after shown list", "after shown 1"])
    app.pass(1)
    #expect(try app.log.last == "after hidden 1")
  }

  @Test("ends the requests in its lanes, and each screen has its own lanes")
  func lanes() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' }); nav.push('article', { id = '2' })")
    try app.host.raise("search", ["text": "a"], on: 2)
    try app.host.raise("search", ["text": "b"], on: 3)
    try app.run("nav.pop()")
    app.pass(1)
    #expect(try app.log.filter { $0.hasPrefix("found") } == ["found a"])
  }

  @Test("ends delayed requests, which leave no timers, however many screens there were")
  func timers() throws {
    let app = try News.host(
      scenes: Self.chainScenes.replacing("{ begin = \"articles.begin\" }", with: "{ appear = \"articles.begin\" }"),
      articles: Self.chain.replacing("begin = function(cx)", with: "begin = udf.debounce(36000, function(cx)")
        .replacing("text = \"sent\" } end) end,", with: "text = \"sent\" } end) end),"))
    for _ in 1...200 { try app.run("nav.push('article', { id = '1' }); nav.pop()") }
    #expect(app.actions.count { $0.type == "articles/begin" } == 200)
    #expect(app.host.effects.tasks.timers.count <= 65)
    try app.run("nav.replace('login')")
    #expect(app.host.nextDue == nil)
    #expect(app.host.effects.isEmpty)
  }

  @Test("does not end effects in the background")
  func background() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    try app.host.raise("save")
    try app.run("nav.pop()")
    app.pass(5)
    #expect(try app.log.last == "saved 1")
  }

  /// `begin` starts a chain: an effect that sends an action whose effect waits.
  private static let chain = """
    local udf = require "udf"
    return udf.feature {
      name = "articles",
      state = { log = udf.list {} },
      events = { tap = "select", begin = "begin" },
      reduce = { note = function(state, action) table.insert(state.log, action.text) end },
      effects = {
        begin = function(cx) cx.send { type = "second" }; cx.send(function(own) own.sleep(1); own.send { type = "note", text = "sent" } end) end,
        second = function(cx)
          cx.spawn(function() cx.sleep(2); cx.send { type = "third" } end)
        end,
        third = function(cx) cx.sleep(3); cx.send { type = "note", text = "third" } end,
        select = function() end,
      },
      emits = { select = "articleSelected" },
    }
    """

  private static let chainScenes = """
    local udf = require "udf"
    local function view() return {} end
    return {
      udf.scene { name = "listArticles", view = view, events = { begin = "articles.begin" } },
      udf.scene { name = "showArticle", view = view, events = { begin = "articles.begin" } },
      udf.scene { name = "login", view = view }, udf.scene { name = "step", view = view },
    }
    """

  @Test("includes what its effects send and start")
  func inherited() throws {
    for seconds in [0.5, 1.5, 2.5] {
      let app = try News.host(scenes: Self.chainScenes, articles: Self.chain)
      try app.run("nav.push('article', { id = '1' })")
      try app.host.raise("begin")
      app.pass(seconds)
      let before = try app.log
      try app.run("nav.pop()")
      #expect(app.host.isSettled)
      app.pass(10)
      #expect(try app.log == before)
      #expect(app.errors.isEmpty)
    }
    let app = try News.host(scenes: Self.chainScenes, articles: Self.chain)
    try app.host.raise("begin")
    for _ in 1...6 { app.pass(1) }
    #expect(try app.log == ["sent", "third"])
  }

  @Test("ends an effect that removes its own screen")
  func ownEnd() throws {
    let articles = Self.chain.replacing(
      "select = function() end,",
      with: "select = function(cx) cx.sleep(1); cx.send { type = \"note\", text = \"late\" } end,")
    let app = try News.host(
      flow: News.flow.replacing("nav.push(\"article\", { id = event.id })", with: "nav.pop()"),
      scenes: Self.chainScenes.replacing(
        "name = \"showArticle\", view = view, events = {",
        with: "name = \"showArticle\", view = view, events = { tap = \"articles.tap\","),
      articles: articles)
    try app.run("nav.push('article', { id = '1' })")
    try app.host.raise("tap")
    #expect(app.routes == ["list"])
    app.pass(2)
    #expect(try app.log == [])
    #expect(app.errors.isEmpty)
  }

  @Test("includes effects in Swift and what they start")
  func native() throws {
    let scenes = Self.chainScenes.replacing(
      "events = { begin = \"articles.begin\" } },\n  udf.scene { name = \"login\"",
      with: "events = { appear = \"ticker.begin\" } },\n  udf.scene { name = \"login\"")
    #expect(scenes != Self.chainScenes)
    let app = try News.host(
      app: News.app.replacing(
        "require \"session\"", with: "require \"session\", udf.native(\"ticker\", { events = { begin = \"begin\" } })"),
      flow: News.flow.replacing("{ id = event.id })", with: "{ id = event.id }); nav.replace(\"login\")"),
      scenes: scenes, articles: Self.chain
    ) { $0.features = [Ticker()] }
    #expect(app.host.isSettled)
    try app.run("nav.push('article', { id = '1' })")
    #expect(app.actions.suffix(2).map(\.type) == ["ticker/begin", "ticker/wait"])
    #expect(!app.host.isSettled)
    try app.run("nav.pop()")
    #expect(app.host.isSettled)
    // The handler replaces the screen while the screen's first action waits: what its effect sends starts no effect.
    try app.host.event("articles.tap", ["id": "1"])
    #expect(app.routes == ["list", "login"])
    #expect(app.actions.suffix(3).map(\.type) == ["ticker/begin", "nav/replace", "ticker/wait"])
    #expect(app.host.isSettled)
    // An effect that no screen started ends with no screen.
    try app.host.event("ticker.begin")
    try app.run("nav.push('login'); nav.pop()")
    #expect(!app.host.isSettled)
  }

  @Test("includes an action by which a middleware replaces an action of the screen")
  func replaced() throws {
    let swap = HostMiddleware(
      "swap",
      intercepting: { seen in
        seen.type == "articles/note" ? .replace(with: (type: "articles/shown", fields: ["id": "9"])) : .pass
      })
    let articles = News.articles.replacing("save = \"save\" }", with: "save = \"note\" }")
    let app = try News.host(articles: articles) { $0.middleware = [swap] }
    try app.run("nav.push('article', { id = '1' })")
    try app.host.raise("save")
    #expect(try app.log == ["shown list", "shown 1", "shown 9"])
    try app.run("nav.pop()")
    #expect(app.host.effects.inFlight == ["effect of articles/shown"])
  }

  @Test("lets a cancelled effect send nothing more, also no function")
  func lastWords() throws {
    let articles = Self.chain.replacing(
      "begin = function(cx)",
      with: """
        late = function(cx)
              pcall(cx.sleep, 1)
              pcall(cx.send, function(own) own.send { type = "note", text = "late" } end)
              pcall(cx.send, { type = "note", text = "late" })
            end,
            begin = function(cx)
        """
    ).replacing("begin = \"begin\" }", with: "begin = \"late\" }")
    let app = try News.host(scenes: Self.chainScenes, articles: articles)
    try app.run("nav.push('article', { id = '1' })")
    try app.host.raise("begin")
    try app.run("nav.pop()")
    app.pass(2)
    #expect(try app.log == [])
    #expect(app.host.effects.isEmpty)
  }

  @Test("limits cx.cancel: effects of other screens continue")
  func ids() throws {
    let articles = Self.chain.replacing(
      "begin = function(cx)", with: "note = function(cx) cx.cancel(\"third\") end,\n    begin = function(cx)")
    let app = try News.host(scenes: Self.chainScenes, articles: articles)
    try app.run("nav.push('article', { id = '1' })")
    try app.host.raise("begin", on: 1)
    app.pass(1)
    try app.host.raise("begin", on: 2)
    app.pass(1)
    // The note of the second screen comes at second 2, when the first one's third effect has begun.
    for _ in 1...4 { app.pass(1) }
    #expect(try app.log == ["sent", "sent", "third", "third"])
  }

  @Test("leaves nothing behind after five hundred screens, each with its effects")
  func many() throws {
    let app = try News.host()
    try app.run("for n = 1, 500 do nav.push('article', { id = tostring(n) }) end")
    #expect(app.host.screens.count == 501)
    try app.run("for n = 1, 500 do nav.pop() end")
    #expect(app.host.screens.count == 1)
    app.pass(60)
    #expect(app.host.effects.isEmpty)
    #expect(app.errors.isEmpty)
  }
}

/// Waits for as long as it is let.
private struct Ticker: NativeFeature {
  struct State: Sendable { var ticks = 0 }
  enum Action: Codable, Sendable {
    case begin(id: String?)
    case wait, tick
  }

  let name = "ticker"
  let initialState = State()
  let actions: Record = ["begin": ["id": "string?"], "wait": [:], "tick": [:]]
  let fields: [StateField<State>] = [.value("ticks", \.ticks)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    switch action {
    case .begin: return .send(.wait)
    case .wait:
      return .run { send in
        try? await Task.sleep(for: .seconds(3600))
        send(.tick)
      }
    case .tick:
      state.ticks += 1
      return .none
    }
  }
}
