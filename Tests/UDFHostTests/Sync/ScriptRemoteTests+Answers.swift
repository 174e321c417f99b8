import HostTesting
import Testing
import UDF
import UDFServices
import UDFSync
@testable import UDFHost

// The answers of push and pull, and what the host refuses in them.
extension ScriptRemoteTests {
  @Test("receives mutations in push, which returns nothing or what was refused")
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
    "with an invalid result of push is reported, and the change waits",
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
        #"articles: remote.push: answer[1]: unknown key "code". Known names: all, conflict, id, key, refused, row, version."#
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

  @Test("without push keeps a change here, and the state contains the reason")
  func noPush() async throws {
    let app = try Self.app(Self.articles(pull: "      return { changes = cx.services.blog.all() }"))
    try await app.looked()
    try app.run(#"articles.mutate{ put = { id = 3, title = "Three" } }"#)
    await app.settled()
    #expect(app.titles == ["One", "Two", "Three"])
    #expect(
      app.sync["problem"]
        == "articles: remote has no push, so nothing can be changed on the server; give it a function push")
    #expect(app.sync["phase"] == "halted")
  }

  @Test(
    "with an invalid result or error instead of rows is reported, and called again",
    arguments: [
      ("return 5", "articles: remote.pull: must return { changes = { … } }, returned number 5"),
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
      ("return { changes = {}, more = true }", "articles: remote.pull: more needs next, the token of the next request"),
      ("return { changes = {}, next = 5 }", "next must be a string, the token of the next request, got number 5"),
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
        "articles: remote.pull: from must be a string, the token of the request, got number 7"
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
}
