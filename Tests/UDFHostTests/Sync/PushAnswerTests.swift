import HostTesting
import Testing
import UDF
import UDFServices
import UDFSync

@testable import UDFHost

/// A server with versions in Lua, behind an adapter that makes conditional changes.
@Suite("arguments and results of an adapter")
struct PushAnswerTests {
  private struct LocalCore: HostCore {
    let instances = Instances()

    func dependency() -> any LogSink { SilentLog() }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
  }

  private static func app(_ options: String = "", answer: String) throws -> TestHost {
    try TestHost([
      "articles": """
      local udf = require "udf"
      return udf.sync {
        name = "articles", key = "id", sort = "id", uses = { "blog" }, \(options)
        remote = {
          pull = function(cx, request)
            return { changes = cx.services.blog.all(), versions = cx.services.blog.versions() }
          end,
          push = function(cx, mutations, request)
            local answers = {}
            for i, mutation in ipairs(mutations) do
              local blog = cx.services.blog
              cx.log("info", ("%s of %s over %s at %s"):format(
                mutation.op, mutation.key, mutation.base and mutation.base.title, mutation.version))
              answers[i] = (function()
                \(answer)
              end)()
            end
            return answers
          end,
        },
        view = function(state) return { titles = udf.each(state.rows, function(row) return row.title end) } end,
      }
      """,
      "app": """
      local udf = require "udf"
      local rows, versions = { a = { id = "a", title = "One" } }, { a = 1 }
      return udf.app {
        name = "blog", features = { require "articles" },
        services = { blog = {
          all = function()
            local list = udf.list {}
            for _, row in pairs(rows) do list[#list + 1] = row end
            return list
          end,
          versions = function() return versions end,
          put = function(row)
            row.by = "server"
            rows[row.id], versions[row.id] = row, (versions[row.id] or 0) + 1
            return row
          end,
        } },
      }
      """,
    ]) { $0.core = LocalCore() }
  }

  private static let conditional = """
    if (mutation.version or 0) ~= (blog.versions()[mutation.key] or 0) then
                  return { id = mutation.id, conflict = true }
                end
                return { id = mutation.id, row = blog.put(mutation.row), version = blog.versions()[mutation.key] }
    """

  @Test("push receives the server's row and its version, and the row that it returns is the next base")
  func bases() async throws {
    let app = try Self.app(answer: Self.conditional)
    try await app.looked()
    try app.run(
      #"articles.mutate{ put = { id = "a", title = "Two" } }; articles.mutate{ put = { id = "a", title = "Three" } }"#)
    await app.settled()
    #expect(app.logs == ["info put of a over One at 1", "info put of a over Two at 2"])
    #expect(try app.run(#"state.articles.byKey.a.by"#) == "server")
    #expect(app.titles == ["Three"])
    #expect(app.sync["pending"] == 0)
  }

  @Test("a new row has no base and no version")
  func new() async throws {
    let app = try Self.app(answer: Self.conditional)
    try await app.looked()
    try app.run(#"articles.mutate{ put = { id = "b", title = "New" } }"#)
    await app.settled()
    #expect(app.logs == ["info put of b over nil at nil"])
    #expect(app.titles == ["One", "New"])
  }

  @Test("after a conflict the rows are pulled and the change is sent again")
  func conflict() async throws {
    let app = try Self.app(answer: Self.conditional)
    try await app.looked()
    try app.run(#"services.blog.put { id = "a", title = "Theirs" }"#)
    try app.run(#"articles.mutate{ put = { id = "a", title = "Mine" } }"#)
    await app.settled()
    #expect(app.logs == ["info put of a over One at 1", "info put of a over Theirs at 2"])
    #expect(app.titles == ["Mine"])
  }

  @Test("a row that no page contains, because it does not match, is returned with the conflict")
  func unmatched() async throws {
    let app = try Self.app(
      #"where = { title = "One" },"#,
      answer: """
        if mutation.version ~= 4 then
                      return { id = mutation.id, conflict = true, row = { id = "z", title = "Theirs" }, version = 4 }
                    end
                    return { id = mutation.id, row = mutation.row, version = 5 }
        """)
    try await app.looked()
    try app.run(#"articles.mutate{ put = { id = "z", title = "Mine" } }"#)
    await app.settled()
    #expect(app.logs == ["info put of z over nil at nil", "info put of z over Theirs at 4"])
    #expect(app.titles == ["One"])
    #expect(app.sync["pending"] == 0)
    #expect(app.sync["dead"] == 0)
  }

  @Test("a row with another key than the change's is refused with a conflict")
  func otherRow() async throws {
    let app = try Self.app(answer: #"return { id = mutation.id, conflict = true, row = { id = "b" } }"#)
    try await app.looked()
    try app.run(#"articles.mutate{ put = { id = "a", title = "Mine" } }"#)
    await app.settled()
    #expect(
      app.sync["problem"]
        == #"articles: the server answered mutation 1 of "a" with a conflict and the row "b"; the request is repeated"#)
    #expect(app.sync["pending"] == 1)
  }

  @Test("a merge runs for a change that the server has answered with a conflict")
  func merge() async throws {
    let app = try Self.app(
      "conflict = function(base, mine, theirs) return { id = 'a', title = mine.title .. ' and ' .. theirs.title } end,",
      answer: """
        if mutation.row.title == "Mine" then
                      blog.put { id = "a", title = "Theirs" }
                      return { id = mutation.id, conflict = true }
                    end
                    return { id = mutation.id, row = blog.put(mutation.row), version = blog.versions()[mutation.key] }
        """)
    try await app.looked()
    try app.run(#"articles.mutate{ put = { id = "a", title = "Mine" } }"#)
    await app.settled()
    #expect(app.titles == ["Mine and Theirs"])
    #expect(app.sync["dead"] == 0)
  }

  @Test(
    "a result with an invalid row is reported, and the change waits",
    arguments: [
      ("row = 5", "answer[1].row must be a row, got number 5"),
      ("row = { title = 'x' }", "answer[1].row.id must be a string or an integer, got nil"),
      ("row = { id = 'a' }, version = '7'", #"answer[1].version must be an integer, got string "7""#),
      ("row = { id = 'b' }, key = 'c'", #"answer[1].key must be the key of its row, "b", got string "c""#),
      ("key = true", "answer[1].key must be a string that is not empty, or an integer, got boolean true"),
      ("key = ''", #"answer[1].key must be a string that is not empty, or an integer, got string """#),
      ("conflict = 1", "answer[1].conflict must be true or false, got number 1"),
      ("conflict = true, row = 5", "answer[1].row must be a row, got number 5"),
    ])
  func garbled(_ answer: String, _ problem: String) async throws {
    let app = try Self.app(answer: "return { id = mutation.id, \(answer) }")
    try await app.looked()
    try app.run(#"articles.mutate{ put = { id = "a", title = "Mine" } }"#)
    await app.settled()
    #expect(app.sync["problem"] == .string("articles: remote.push: \(problem)"))
    #expect(app.sync["pending"] == 1)
  }

  @Test("a page may have the mutations of each client that its rows contain, and their epoch")
  func pages() async throws {
    let app = try TestHost([
      "articles": """
      local udf = require "udf"
      return udf.sync {
        name = "articles", key = "id", sort = "id",
        remote = {
          pull = function(cx, request)
            cx.log("info", #request.clients .. " others")
            return {
              changes = { { id = "a", title = "One" } }, next = "t", epoch = "E1", mutations = { [request.client] = 3 },
            }
          end,
        },
        view = function(state) return { titles = udf.each(state.rows, function(row) return row.title end) } end,
      }
      """
    ]) { $0.core = LocalCore() }
    try await app.looked()
    #expect(app.titles == ["One"])
    #expect(app.sync["problem"] == .none)
    #expect(app.logs == ["info 0 others"])
  }

  @Test(
    "a page whose mutations or epoch cannot be read is reported",
    arguments: [
      ("mutations = 5", "mutations must be a table of ids by client names, got number 5"),
      ("mutations = { c = -1 }", #"mutations["c"] must be an integer from 0 on, got number -1"#),
      ("epoch = ''", #"epoch must be a string that is not empty, got string """#),
    ])
  func garbledPages(_ field: String, _ problem: String) async throws {
    let app = try TestHost([
      "articles": """
      local udf = require "udf"
      return udf.sync {
        name = "articles", key = "id",
        remote = { pull = function() return { changes = {}, \(field) } end },
        view = function(state) return { count = state.count } end,
      }
      """
    ]) { $0.core = LocalCore() }
    try await app.looked()
    #expect(app.sync["problem"] == .string("articles: remote.pull: \(problem)"))
  }
}
