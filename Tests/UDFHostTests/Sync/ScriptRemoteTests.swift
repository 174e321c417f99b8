import HostTesting
import Testing
import UDF
import UDFServices
import UDFSync

@testable import UDFHost

@Suite("an adapter to another server's API in Lua")
struct ScriptRemoteTests {
  private struct LocalCore: HostCore {
    let instances = Instances()

    func dependency() -> any LogSink { SilentLog() }
    func dependency(_ collection: SyncCollection) -> any CacheStore { MemoryCache() }
  }

  private static func articles(pull: String, push: String = "") -> String {
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
  private static func app(_ articles: String) throws -> TestHost {
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

  /// Lets time pass until nothing is under way. The host must not wait itself: it would hold a thread that its engine needs.
  private func passed(_ app: TestHost) async {
    while !app.host.isSettled {
      app.pass(0.01)
      await Task.yield()
    }
  }

  @Test("rows of a list without tokens: what is gone from it goes, and what is the same is not delivered again")
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

  @Test("what has changed after a token, deletions and pages; the function may wait")
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

  @Test("a list in pages of which the last has no token is fetched from its beginning each time")
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

  @Test("mutations are given to push, which says nothing or what was refused")
  func push() async throws {
    let app = try Self.app(
      Self.articles(
        pull: "      return { changes = cx.services.blog.all() }",
        push: """
              push = function(cx, mutations)
                local answers, list = {}, {}
                for i, row in ipairs(cx.services.blog.all()) do list[i] = row end
                for i, m in ipairs(mutations) do
                  answers[i] = { id = m.id }
                  if m.op == "put" then list[#list + 1] = m.row else answers[i].refused = { code = "no", message = "only new ones" } end
                end
                cx.services.blog.change(list)
                return answers
              end,
          """))
    try await app.looked()
    try app.run(#"articles.mutate{ put = { id = 3, title = "Three" } }; articles.mutate{ key = 1, delete = true }"#)
    await app.settled()
    #expect(app.titles == ["One", "Two", "Three"])
    #expect(app.sync["pending"] == 0)
    #expect(app.sync["dead"] == 1)
    #expect(
      app.actions.last { $0.type == "articles/failed" }?.fields["message"]
        == "articles: delete 1 was refused: only new ones")
  }

  @Test(
    "an answer of push that says something else than it may is told, and the change waits",
    arguments: [
      (
        "refused = { code = 404 }",
        "articles: remote.push: answer[1].refused must be { code = …, message = … } with strings, got {code=404}"
      ),
      (
        "refused = { code = 'gone', message = 7 }",
        #"articles: remote.push: answer[1].refused must be { code = …, message = … } with strings, got {code="gone", message=7}"#
      ),
      (
        "refused = true",
        "articles: remote.push: answer[1].refused must be { code = …, message = … } with strings, got true"
      ),
      (
        "code = 'gone'",
        #"articles: remote.push: answer[1]: unknown key "code". Known names: conflict, id, key, refused, row, version."#
      ),
      ("refuse = 'gone'", #"articles: remote.push: answer[1]: unknown key "refuse". Did you mean "refused"?"#),
      (
        "id = 'a'",
        "articles: remote.push: must return nothing, or a list of { id = …, row = …, refused = { code = …, message = … } "
          + "}, returned list of 1 items"
      ),
    ])
  func garbledPush(_ answer: String, _ problem: String) async throws {
    let app = try Self.app(
      Self.articles(
        pull: "      return { changes = cx.services.blog.all() }",
        push: """
              push = function(cx, mutations)
                local answer = { id = mutations[1].id }
                for key, value in pairs({ \(answer) }) do answer[key] = value end
                return { answer }
              end,
          """))
    try await app.looked()
    try app.run("articles.mutate{ key = 1, delete = true }")
    await app.settled()
    #expect(app.titles == ["Two"])
    #expect(app.sync["problem"] == .string(problem))
    #expect(app.sync["pending"] == 1)
    #expect(app.sync["dead"] == 0)
  }

  @Test("without push a change stays here, and the state says why")
  func noPush() async throws {
    let app = try Self.app(Self.articles(pull: "      return { changes = cx.services.blog.all() }"))
    try await app.looked()
    try app.run(#"articles.mutate{ put = { id = 3, title = "Three" } }"#)
    await app.settled()
    #expect(app.titles == ["One", "Two", "Three"])
    #expect(
      app.sync["problem"] == "articles: remote has no push, so nothing can be changed on the server; give it one")
    #expect(app.sync["phase"] == "halted")
  }

  @Test(
    "what it gives or raises instead of rows is told, and asked for again",
    arguments: [
      ("return 5", "articles: remote.pull: must give { changes = { … } }, gave number 5"),
      ("return { changes = { 1 } }", "articles: remote.pull: changes[1] must be a row, got number 1"),
      (
        #"return { changes = { { title = "x" } } }"#,
        "articles: remote.pull: changes[1].id must be a string or an integer, got nil"
      ),
      (#"return { changes = { { id = "" } } }"#, "articles: remote.pull: changes[1].id is empty"),
      (
        "return { changes = {}, nxt = 't' }",
        #"articles: remote.pull: unknown key "nxt". Did you mean "next"?"#
      ),
      ("return { changes = {}, more = true }", "articles: remote.pull: more needs next, the token to go on with"),
      ("return { changes = {}, next = 5 }", "next must be a string, the token to go on with, got number 5"),
      (
        "return { changes = {}, next = 't', more = 1 }",
        "articles: remote.pull: more must be true or false, got number 1"
      ),
      (
        "return { changes = {}, next = 't', more = 'true' }",
        #"articles: remote.pull: more must be true or false, got string "true""#
      ),
      (
        "return { changes = {}, from = 7 }",
        "articles: remote.pull: from must be a string, the token that was asked with, got number 7"
      ),
      (
        "return { changes = {}, mutation = 3.5 }",
        "articles: remote.pull: mutation must be an integer, the id of the last mutation that was made, got number 3.5"
      ),
      (
        "return { changes = {}, mutation = '3' }",
        #"articles: remote.pull: mutation must be an integer, the id of the last mutation that was made, got string "3""#
      ),
      ("return { changes = {}, etag = 5 }", "articles: remote.pull: etag must be a string, got number 5"),
      (
        "return { changes = {}, age = '5' }",
        #"articles: remote.pull: age must be a number of seconds that is not negative, got string "5""#
      ),
      (
        "return { notModified = true, age = -1 }",
        "articles: remote.pull: age must be a number of seconds that is not negative, got number -1"
      ),
      (
        "return { changes = {}, versions = 5 }",
        "articles: remote.pull: versions must be a table of versions by the rows' keys, got number 5"
      ),
      (
        "return { changes = {}, versions = { a = 1.5 } }",
        #"articles: remote.pull: versions["a"] must be an integer, got number 1.5"#
      ),
      (
        "return { changes = {}, versions = { 5, '6' } }",
        #"articles: remote.pull: versions["2"] must be an integer, got string "6""#
      ),
      (
        "return { changes = { { key = 'a', deleted = 1 } } }",
        "articles: remote.pull: changes[1].deleted must be true or false, got number 1"
      ),
      (
        "local deep = {} for _ = 1, 185 do deep = { deep } end return { changes = { { id = 'a', deep = deep } } }",
        "articles: remote.pull: changes[1] cannot be kept as JSON: nested deeper than 180 levels"
      ),
      (#"error("out of order")"#, "articles.lua:6: out of order"),
      (#"error { code = "unavailable", message = "later" }"#, "later"),
      ("return { changes = function() end }", "function"),
    ])
  func garbled(_ body: String, _ problem: String) async throws {
    let app = try Self.app(Self.articles(pull: "      " + body))
    try await app.looked()
    #expect(app.sync["problem"].text?.contains(problem) == true, "\(app.sync)")
    #expect(app.sync["phase"] == "waiting")
    #expect(app.errors.isEmpty)
  }

  @Test("versions are taken by key, as floats and as a list, and an older page revives nothing")
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

  @Test("versions of two rows whose keys are two spellings of one text are told apart")
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

  @Test("what it raises with a code is treated so: who may not ask is not asked again")
  func unauthorized() async throws {
    let app = try Self.app(Self.articles(pull: #"      error { code = "unauthorized", message = "log in first" }"#))
    try await app.looked()
    #expect(app.sync["phase"] == "halted")
    #expect(app.sync["problem"] == "log in first")
  }

  @Test(
    "an error that push raises is a failure of the transport, whatever its code is: the change waits",
    arguments: ["refused", "unsupported", "cancelled", "http", "timeout"])
  func raisedPush(_ code: String) async throws {
    let app = try Self.app(
      Self.articles(
        pull: "      return { changes = cx.services.blog.all() }",
        push: """
              push = function() error { code = "\(code)", message = "nothing listens there" } end,
          """))
    try await app.looked()
    try app.run(#"articles.mutate{ put = { id = 3, title = "Three" } }"#)
    await app.settled()
    #expect(app.titles == ["One", "Two", "Three"])
    #expect(app.sync["phase"] == "waiting")
    #expect(app.sync["pending"] == 1)
    #expect(app.sync["dead"] == 0)
    #expect(app.sync["problem"] == "nothing listens there")
  }

  @Test("auth returns the headers of an adapter's requests, and is called again once when the server refuses them")
  func auth() async throws {
    let articles = Self.articles(
      pull: """
              cx.log("info", "pull with " .. request.headers.Authorization)
              if request.headers.Authorization ~= "new" then error { code = "unauthorized", message = "log in" } end
              return { changes = cx.services.blog.all() }
        """,
      push: """
            push = function(cx, mutations, request)
              cx.log("info", "push with " .. request.headers.Authorization)
            end,
        """
    ).replacing(
      "view =",
      with: """
        auth = function(cx, request)
            cx.log("info", "auth")
            return { Authorization = request.refused and "new" or "old" }
          end,
          view =
        """)
    let app = try Self.app(articles)
    try await app.looked()
    #expect(app.titles == ["One", "Two"])
    try app.run(#"articles.mutate{ put = { id = 1, title = "One" } }"#)
    await app.settled()
    #expect(
      app.logs == [
        "info auth", "info pull with old", "info auth", "info pull with new", "info push with new",
        "info pull with new",
      ])
  }

  @Test("an adapter that refuses the new headers too waits for the next pull")
  func refusedAuth() async throws {
    let app = try Self.app(
      Self.articles(pull: #"      error { code = "unauthorized", message = "who are you?" }"#).replacing(
        "view =", with: "auth = function() return { Authorization = 'no' } end, view ="))
    try await app.looked()
    #expect(app.sync["phase"] == "halted")
    #expect(app.sync["problem"] == "who are you?")
  }

  @Test("one that never answers is given up after the timeout, and its function ended")
  func timeout() async throws {
    let app = try Self.app(
      Self.articles(
        pull: """
                local guard <close> = setmetatable({}, { __close = function() cx.log("info", "closed") end })
                cx.log("info", "asked")
                cx.sleep(1e6)
          """))
    try app.run("view.articles")
    while app.logs.isEmpty {
      app.host.poll()
      await Task.yield()
    }
    app.pass(30)
    // No time passes meanwhile, or it would be asked again.
    while app.sync["problem"] == .none {
      app.host.poll()
      await Task.yield()
    }
    #expect(
      app.sync["problem"] == "articles: no answer to a pull within 30.0 s; is the server reachable?")
    await app.settled()
    #expect(app.logs == ["info asked", "info closed"])
  }

  @Test("after a reload the new function is asked")
  func reload() async throws {
    let app = try Self.app(Self.articles(pull: #"      return { changes = { { id = "a", title = "Old" } } }"#))
    try await app.looked()
    try app.save(Self.articles(pull: #"      return { changes = { { id = "a", title = "New" } } }"#), to: "articles")
    #expect(app.saved("articles")?.ok == true)
    #expect(app.titles == ["Old"])
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["New"])
  }
}
