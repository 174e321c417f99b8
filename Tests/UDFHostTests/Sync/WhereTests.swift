import HostTesting
import Testing
import UDF
import UDFSync

@testable import UDFHost

@Suite("a part of the rows")
struct WhereTests {
  private func server() -> NewsServer {
    let server = NewsServer()
    for (key, category) in [("a", "fruit"), ("b", "veg"), ("c", "fruit")] {
      server.put(key, json: #"{"id":"\#(key)","title":"\#(key.uppercased())","category":"\#(category)"}"#)
    }
    return server
  }

  private func app(_ core: NewsCore, _ filter: String = #"{ category = "fruit" }"#) throws -> TestHost {
    try TestHost(core, articles: NewsFeed.articles("where = \(filter),"))
  }

  @Test("has only rows that match, and restrict changes the parameters")
  func restrict() async throws {
    let core = NewsCore(server: server())
    let app = try app(core)
    #expect(try app.run("state.articles.sync.where.category") == "fruit")
    try await app.looked()
    #expect(app.titles == ["A", "C"])
    try app.run(#"articles.restrict{ where = { category = "veg" } }"#)
    await app.settled()
    #expect(app.titles == ["B"])
    #expect(app.sync["where"] == ["category": "veg"])
    #expect(app.sync["stale"] == false)
    #expect(core.server.pulls.map(\.filter) == [["category": "fruit"], ["category": "veg"]])
    try app.run(#"articles.restrict{ where = { category = { "veg", "fruit" } } }"#)
    await app.settled()
    #expect(app.titles == ["A", "B", "C"])
    #expect(app.sync["where"] == ["category": ["fruit", "veg"]])
    try app.run("articles.restrict{}")
    await app.settled()
    #expect(app.sync["where"] == .none)
  }

  @Test("sends a pending change, and its row is visible until then")
  func pending() async throws {
    let core = NewsCore(server: server())
    let app = try app(core)
    try await app.looked()
    core.server.hold()
    try app.run(#"articles.mutate{ key = "a", patch = { title = "Mine" } }"#)
    try app.run(#"articles.restrict{ where = { category = "veg" } }"#)
    core.server.release()
    await app.settled()
    #expect(core.server.pushes.flatMap { $0.flatMap { $0.parts.map(\.key) } } == [RowKey("a")])
    #expect(app.titles == ["B"])
    #expect(app.sync["pending"] == 0)
  }

  @Test("stays until the next start, and a reload that declares others changes it")
  func lasting() async throws {
    let core = NewsCore(server: server())
    let first = try app(core)
    try await first.looked()
    try first.run(#"articles.restrict{ where = { category = "veg" } }"#)
    await first.settled()
    first.host.stop()
    let next = try app(core)
    try await next.looked()
    #expect(next.titles == ["B"])
    next.host.stop()
    let other = try app(core, #"{ title = "C" }"#)
    try await other.looked()
    #expect(other.titles == ["C"])
    #expect(other.sync["where"] == ["title": "C"])
  }

  @Test("passes the parameters to a remote in Lua, and filters the result if the remote does not")
  func script() async throws {
    let source = NewsFeed.articles(
      """
      where = { category = "fruit" },
      """
    ).replacing(
      #"remote = "http://news.example","#,
      with: """
        cache = "memory", remote = { pull = function(cx, request)
          local rows = {}
          for i, category in ipairs { "fruit", "veg", "nut" } do
            if request.where.category ~= "nut" or category == "nut" then
              rows[#rows + 1] = { id = "k" .. i, title = category, category = category }
            end
          end
          return { changes = rows, next = "t" .. request.where.category .. (request.since or "") }
        end },
        """)
    let app = try TestHost(["articles": source])
    try await app.looked()
    #expect(app.titles == ["fruit"])
    try app.run(#"articles.restrict{ where = { category = "nut" } }"#)
    await app.settled()
    #expect(app.titles == ["nut"])
    // Without `where = true` in its answers it is asked for all rows.
    #expect(app.sync["cursor"] == "tnut")
  }

  @Test("lets a remote in Lua continue its token for other parameters if it declares so")
  func continued() async throws {
    let source = NewsFeed.articles(#"where = { category = "fruit" },"#).replacing(
      #"remote = "http://news.example","#,
      with: """
        cache = "memory", remote = { pull = function(cx, request)
          local category = request.where.category
          return {
            changes = { { id = category, title = category, category = category } },
            next = category .. (request.since or ""), where = true,
          }
        end },
        """)
    let app = try TestHost(["articles": source])
    try await app.looked()
    try app.run(#"articles.restrict{ where = { category = "veg" } }"#)
    await app.settled()
    #expect(app.titles == ["veg"])
    #expect(app.sync["cursor"] == "vegfruit")
  }

  @Test(
    "refuses invalid parameters, and shows how to correct them",
    arguments: [
      (
        "{ category = 1.5 }",
        "where.category must be a string, a whole number, true, false, or a list of these, got number 1.5"
      ),
      ("{ category = { name = 1 } }", "where.category must be a string"),
      ("{ category = {} }", "where.category must be a string"),
      (#"{ "fruit" }"#, "where must be a table of values by field"),
    ])
  func wrong(_ filter: String, _ problem: String) throws {
    let app = try app(NewsCore(server: server()))
    #expect(app.failure("articles.restrict{ where = \(filter) }").contains(problem))
    do {
      _ = try self.app(NewsCore(server: server()), filter)
      Issue.record("\(filter) was accepted")
    } catch {
      #expect("\(error)".contains(problem), "\(error)")
      #expect("\(error)".contains("articles.lua:"), "\(error)")
    }
  }

  @Test("names the command for the former parameters when an undo is refused")
  func undone() async throws {
    let app = try app(NewsCore(server: server()))
    try await app.looked()
    try app.run(#"articles.restrict{ where = { category = "veg" } }"#)
    await app.settled()
    let message = failure { _ = try app.host.undo() }
    #expect(message.contains(#"articles.restrict{ where = { category = "fruit" } }"#), "\(message)")
  }
}
