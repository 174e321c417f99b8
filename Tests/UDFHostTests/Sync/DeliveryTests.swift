import HostTesting
import Testing
import UDF
import UDFSync

@testable import UDFHost

@Suite("a delivery of an engine")
struct DeliveryTests {
  private static let blocked =
    "counter.lua:8: articles/synced: no room for bad"

  @Test("is blocked by a reducer that raises: nothing of it is in the state, and it is reported once")
  func blocked() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), ["counter": NewsFeed.counter()])
    try await app.looked()
    server.put("b", "bad")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    server.put("c", "Three")
    app.pass(100)
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(try app.state("counter.seen") == 1)
    #expect(app.sync["blocked"] == .string(Self.blocked))
    #expect(
      app.errors.map(\.message) == ["\(Self.blocked)\n  The action was refused and the state is unchanged."])
  }

  @Test("leaves out a row that cannot be read and reports it once; the other rows are delivered")
  func unreadable() async throws {
    let deep = String(repeating: "[", count: 180) + String(repeating: "]", count: 180)
    let server = NewsServer(["a": "One"])
    server.put("b", json: #"{"id":"b","title":\#(deep)}"#)
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    #expect(app.titles == ["One"])
    server.put("a", json: #"{"id":"a","title":1e999}"#)
    server.put("c", "Three")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["Three"])
    try app.run("articles.reset()")
    await app.settled()
    server.put("b", "Two")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["Two", "Three"])
    #expect(
      app.logs.filter { $0.contains("left out") } == [
        #"warning articles: the row "b" cannot be read and is left out: 1:198: nested deeper than 180 levels; "#
          + "correct it on the server",
        #"warning articles: the row "a" cannot be read and is left out: 1:19: 1e999 is too large for a number; "#
          + "correct it on the server",
      ])
    #expect(app.sync["blocked"] == .none)
    #expect(app.errors.isEmpty)
  }

  @Test("that was blocked is repeated by a pull, with everything that followed")
  func again() async throws {
    let server = NewsServer(["a": "One", "b": "bad"])
    let app = try TestHost(NewsCore(server: server), ["counter": NewsFeed.counter()])
    try await app.looked()
    #expect(app.titles == [])
    server.put("b", "Two")
    server.put("c", "Three")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["One", "Two", "Three"])
    #expect(try app.state("counter.seen") == 3)
    #expect(app.sync["blocked"] == .none)
  }

  @Test("that was blocked is repeated after a reload that corrects the reducer")
  func mended() async throws {
    let server = NewsServer(["a": "One", "b": "bad"])
    let app = try TestHost(NewsCore(server: server), ["counter": NewsFeed.counter()])
    try await app.looked()
    #expect(try app.reload("counter", as: NewsFeed.counter(refusing: nil))?.ok == true)
    await app.settled()
    #expect(app.titles == ["One", "bad"])
    #expect(try app.state("counter.seen") == 2)
    #expect(app.sync["blocked"] == .none)
    #expect(server.pulls.count == 1)
  }

  @Test("is blocked by a middleware that stops it")
  func intercepted() async throws {
    let app = """
      local udf = require "udf"
      return udf.app {
        name = "news", features = { require "articles" },
        middleware = {
          udf.middleware {
            name = "none", intercepts = true,
            before = function(_, action) if action.type == "articles/synced" then return false end end,
          },
        },
      }
      """
    let host = try TestHost(NewsCore(server: NewsServer(["a": "One"])), ["app": app])
    try await host.looked()
    #expect(host.titles == [])
    #expect(host.sync["blocked"] == "a middleware has stopped the rows")
  }

  @Test("of many rows has several actions, with the first page ahead of them")
  func batches() async throws {
    let server = NewsServer()
    for number in 0..<4500 { server.put("a\(10_000 - number)", "Title \(number)") }
    let core = NewsCore(server: server)
    let articles = NewsFeed.articles(#"cache = "memory","#)
    try await TestHost(core, articles: articles).looked()
    let app = try TestHost(core, articles: articles)
    try await app.looked()
    let cached = app.actions.filter { $0.type == "articles/cached" }
    #expect(cached.map { $0.fields["rows"].items.count } == [50, 2000, 2000, 500])
    #expect(cached.map { $0.fields["more"] } == [true, true, true, .none])
    #expect(cached.map { $0.fields["stale"] } == [.none, .none, .none, false])
    #expect(cached.first?.fields["rows"][1]["id"] == "a10000")
    #expect(cached.first?.fields["rows"][50]["id"] == "a5549")
    #expect(app.titles.count == 4500)
  }

  @Test("removes rows that the server has deleted, and those of a reset")
  func deleted() async throws {
    let server = NewsServer(["a": "One", "b": "Two"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    server.delete("a")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["Two"])
    try app.run("articles.reset{}")
    await app.settled()
    #expect(app.titles == [])
    #expect(app.actions.last { $0.type == "articles/cached" }?.fields["removed"] == ["b"])
    #expect(app.sync["stale"] == true)
    try app.run("articles.pull{}")
    await app.settled()
    #expect(app.titles == ["Two"])
    #expect(server.tokens == [nil, "2", nil])
  }

  @Test("is not undone with other actions, nor redone")
  func undo() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), ["cart": Source.cart])
    try await app.looked()
    try app.run(#"cart.add{ sku = "x" }"#)
    server.put("b", "Two")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(try app.host.undo().map(\.type) == ["cart/add"])
    #expect(try app.state("cart.total") == 0)
    #expect(app.titles == ["One", "Two"])
    #expect(try app.run("view.articles.titles") == ["One", "Two"])
    _ = try app.host.redo()
    #expect(try app.state("cart.total") == 1)
    #expect(app.titles == ["One", "Two"])
    _ = try app.host.undo()
    // A pull of one's own is nothing to take back.
    #expect(
      failure { _ = try app.host.undo() } == """
        undo: there is nothing to undo
          Undo begins with an action of the prompt or of a view event that is not a pull; the history has none.
        """)
    server.put("c", "Three")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(try app.run("view.articles.titles") == ["One", "Two", "Three"])
  }

  @Test("is still reflected in other features after an undo")
  func listening() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), ["counter": NewsFeed.counter(), "cart": Source.cart])
    try await app.looked()
    try app.run(#"cart.add{ sku = "x" }"#)
    server.put("b", "Two")
    server.put("c", "Three")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    _ = try app.host.undo()
    #expect(try app.state("cart.total") == 0)
    #expect(try app.state("counter.seen") == 3)
    #expect(app.titles == ["One", "Two", "Three"])
  }

  @Test("is unchanged in the history after an undo, and visible at past points")
  func history() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), ["counter": NewsFeed.counter(), "cart": Source.cart])
    try app.run(#"cart.add{ sku = "x" }"#)
    try await app.looked()
    server.put("b", "Two")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    func told() -> [[Change]] { app.host.history.filter { $0.type.hasPrefix("articles/") }.map(\.changes) }
    let (before, n) = (told(), app.host.history.last { $0.type == "articles/pull" }?.n ?? 0)
    let report = try app.host.undo(1)
    #expect(report.removed.map(\.type) == ["cart/add"])
    #expect(report.changes.allSatisfy { $0.path.keys.first == .key("cart") })
    #expect(told() == before)
    for isUndone in [true, false] {
      try app.host.visit(action: n)
      #expect(app.titles == ["One"])
      try app.host.returnToLive()
      #expect(app.titles == ["One", "Two"])
      if isUndone { try app.host.redo() }
    }
    #expect(told() == before)
  }

  @Test("keeps its rows when another feature refuses the action after an undo")
  func refusedLater() async throws {
    let server = NewsServer(["a": "One"])
    let strict = Source.feature(
      """
        name = "strict", state = { isOpen = false, seen = 0 },
        reduce = {
          open = function(state) state.isOpen = true end,
          ["articles/synced"] = function(state)
            if not state.isOpen then error("not open") end
            state.seen = state.seen + 1
          end,
        },
      """)
    let app = try TestHost(NewsCore(server: server), ["strict": strict])
    try app.run("strict.open()")
    try await app.looked()
    #expect(app.titles == ["One"])
    let seen = try app.state("strict.seen")
    let report = try app.host.undo(1)
    #expect(Set(report.refusals.map(\.type)) == ["articles/synced"])
    #expect(try app.state("strict.seen") == 0)
    #expect(app.titles == ["One"])
    try app.host.visit(action: 0)
    #expect(app.titles == [])
    try app.host.returnToLive()
    #expect(app.titles == ["One"])
    _ = try app.host.redo()
    #expect(try app.state("strict.seen") == seen)
  }

  @Test("is not repeated by a replay, but other features reduce it with the present code")
  func replayed() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), ["counter": NewsFeed.counter()])
    try await app.looked()
    server.put("b", "Two")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    try app.save(NewsFeed.counter().replacing("state.seen +", with: "state.seen + 10 *"), to: "counter")
    #expect(app.saved("counter")?.error == nil)
    let report = try app.host.replay()
    #expect(report.refusals.isEmpty)
    #expect(try app.state("counter.seen") == 20)
    #expect(app.titles == ["One", "Two"])
    #expect(try app.run("view.articles.titles") == ["One", "Two"])
    #expect(try app.host.replay().first == nil)
    server.put("c", "Three")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["One", "Two", "Three"])
    #expect(try app.state("counter.seen") == 30)
  }

  @Test("keeps its rows although its action is refused during an undo")
  func refused() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), ["counter": NewsFeed.counter(), "cart": Source.cart])
    try await app.looked()
    try app.run(#"cart.add{ sku = "x" }"#)
    _ = try app.host.undo()
    server.put("b", "bad")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(try app.run("view.articles.titles") == ["One"])
    #expect(app.sync["blocked"] == .string(Self.blocked))
  }
}
