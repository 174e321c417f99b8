import HostTesting
import Testing
import UDF
import UDFServices
import UDFSync

@testable import UDFHost

@Suite("an adapter to another server's API in Lua", .timeLimit(.minutes(5)))
struct ScriptRemoteTests {
  struct LocalCore: HostCore {
    let instances = Instances()

    func dependency() -> any LogSink { SilentLog() }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
  }

  static func articles(pull: String, push: String = "") -> String {
    """
    local udf = require "udf"
    return udf.sync {
      name = "articles", key = "id", sort = "id", uses = { "blog" },
      remote = {
        pull = function(cx, request)
    \(pull)
        end,
    \(push)
      },
      view = function(state) return { titles = udf.each(state.rows, function(row) return row.title end) } end,
    }
    """
  }

  /// A service of posts, which an adapter may use.
  static func app(_ articles: String) throws -> TestHost {
    try TestHost([
      "articles": articles,
      "app": """
      local udf = require "udf"
      local posts, asked = { { id = 1, title = "One" }, { id = 2, title = "Two" } }, 0
      return udf.app {
        name = "blog", features = { require "articles" },
        services = { blog = {
          all = function() asked = asked + 1; return posts end,
          asked = function() return asked end,
          change = function(list) posts = list end,
        } },
      }
      """,
    ]) { $0.core = LocalCore() }
  }

  @Test("whose send is refused: the host reports it, and the engine has the reason as the problem")
  func refused() async throws {
    let app = try Self.app(Self.articles(pull: "cx.sleep(0) cx.send { type = 'nothing' } return {}"))
    try app.run("articles.pull()")
    while app.errors.isEmpty {
      try Task.checkCancellation()
      app.pass(0.01)
      await Task.yield()
    }
    let message = app.errors.first?.message ?? ""
    #expect(
      message.hasPrefix("articles.lua:6: nothing: no feature handles this action\n  The state is unchanged.\n"),
      "\(message)")
  }

  /// Lets time pass until nothing is under way. The host must not wait itself: it would hold a thread that its engine needs.
  func passed(_ app: TestHost) async {
    while !app.host.isSettled {
      app.pass(0.01)
      await Task.yield()
    }
  }

  @Test("for a list without tokens removes missing rows, and does not deliver unchanged ones again")
  func list() async throws {
    let app = try Self.app(
      Self.articles(pull: "      return { changes = cx.services.blog.all() }"))
    try await app.looked()
    #expect(app.titles == ["One", "Two"])
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.deliveries == ["synced remote"])
    try app.run(#"services.blog.change { { id = 2, title = "Zwei" }, { id = 3, title = "Drei" } }"#)
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["Zwei", "Drei"])
    #expect(try app.run("services.blog.asked()") == 3)
  }

  @Test("returns changes after a token, deletions and pages; the function may wait")
  func tokens() async throws {
    let app = try Self.app(
      Self.articles(
        pull: """
                cx.sleep(2)
                if not request.since then return { changes = { { id = "a", title = "A" } }, next = "t1", more = true } end
                if request.since == "t1" then return { changes = { { id = "b", title = "B" } }, next = "t2" } end
                return { changes = { { key = "a", deleted = true } }, next = "t3", versions = { a = 7 } }
          """))
    try app.run("view.articles")
    await passed(app)
    #expect(app.titles == ["A", "B"])
    #expect(app.clock.now >= 4)
    try app.run("articles.pull{ force = true }")
    await passed(app)
    #expect(app.titles == ["B"])
    #expect(app.sync["cursor"] == "t3")
  }

  @Test("for a list in pages without a last token pulls from the start each time")
  func pages() async throws {
    let app = try Self.app(
      Self.articles(
        pull: """
                local posts = cx.services.blog.all()
                if not request.since then return { changes = { posts[1] }, next = "2", more = true } end
                return { changes = { posts[2] } }
          """))
    try await app.looked()
    #expect(app.titles == ["One", "Two"])
    try app.run(#"services.blog.change { { id = 1, title = "Uno" }, { id = 2, title = "Due" } }"#)
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["Uno", "Due"])
    #expect(app.sync["cursor"] == .none)
    try app.run(#"services.blog.change { { id = 1, title = "Uno" } }"#)
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["Uno"])
  }

  @Test("returns versions by key, as floats and as a list, and an older page restores nothing")
  func versions() async throws {
    let app = try Self.app(
      Self.articles(
        pull: """
                if not request.since then
                  return {
                    changes = { { id = 1, title = "One" }, { id = 2, title = "Two" }, { id = 3, title = "Three" } },
                    versions = { 5, 1.7e12, 7 }, next = "t1",
                  }
                end
                if request.since == "t1" then
                  return {
                    changes = { { key = 1, deleted = true }, { key = 2, deleted = true } },
                    versions = { 6.0, 1.8e12 }, next = "t2", mutation = 0.0, more = true,
                  }
                end
                return {
                  changes = { { id = 1, title = "Old" }, { id = 2, title = "Old" } },
                  versions = { ["1"] = 5, ["2"] = 1.7e12 }, next = "t3",
                }
          """))
    try await app.looked()
    #expect(app.titles == ["One", "Two", "Three"])
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["Three"])
    #expect(app.sync["cursor"] == "t3")
  }

  @Test("distinguishes versions of rows whose keys are two encodings of one text")
  func spellings() async throws {
    let app = try Self.app(
      Self.articles(
        pull: #"""
                local composed, decomposed = "\u{e9}", "e\u{301}"
                if not request.since then
                  return {
                    changes = { { id = composed, title = "One" }, { id = decomposed, title = "Two" } },
                    versions = { [composed] = 5, [decomposed] = 9 }, next = "t1",
                  }
                end
                return {
                  changes = { { id = composed, title = "Uno" }, { id = decomposed, title = "Old" } },
                  versions = { [composed] = 6, [decomposed] = 8 }, next = "t2",
                }
          """#))
    try await app.looked()
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles.sorted() == ["Two", "Uno"])
  }
}
