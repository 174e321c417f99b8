import HostTesting
import Testing
import UDF
import UDFEngines
import UDFServices
import UDFSync

@testable import UDFHost

// Errors, the headers of `auth`, timeouts and reloads.
extension ScriptRemoteTests {
  @Test("can raise codes: after `unauthorized` it is not called again")
  func unauthorized() async throws {
    let app = try Self.app(Self.articles(pull: #"      error { code = "unauthorized", message = "log in first" }"#))
    try await app.looked()
    #expect(app.sync["phase"] == "halted")
    #expect(app.sync["problem"] == "log in first")
  }

  @Test(
    "that raises an error in push reports a failure of the transport, whatever the code is: the change waits",
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

  @Test("gets the headers of auth, which is called again once when the server refuses them")
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

  @Test("does not keep the headers of auth after a wipe")
  func wipedAuth() async throws {
    let app = try Self.app(
      Self.articles(
        pull: """
                cx.log("info", "pull with " .. request.headers.Authorization)
                return { changes = cx.services.blog.all() }
          """
      ).replacing(
        "view =",
        with: """
          auth = function(cx)
              cx.log("info", "auth")
              return { Authorization = "session " .. #cx.services.blog.all() }
            end,
            view =
          """))
    try await app.looked()
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.logs == ["info auth", "info pull with session 2", "info pull with session 2"])
    try app.host.wipe()
    await app.settled()
    try app.run("services.blog.change{ { id = 1, title = 'One' } } articles.pull{ force = true }")
    await app.settled()
    #expect(app.logs.dropFirst(3) == ["info auth", "info pull with session 1"])
  }

  @Test("does not keep headers that auth returns after they were removed")
  func forgottenAuth() async throws {
    let inbox = Inbox<EngineEvent>(bell: WakeBell())
    let calls = ScriptCalls("articles", inbox: inbox)
    func answered(_ token: Value, _ meanwhile: () -> Void) async throws -> String? {
      async let headers = calls.headers(isRefused: false)
      while inbox.isEmpty { await Task.yield() }
      meanwhile()
      for call in inbox.take(where: \.call) {
        _ = calls.answer(call.number, ["Authorization": token], isRaised: false)
      }
      return try await headers["Authorization"]
    }
    #expect(try await answered("old") { calls.forgetHeaders() } == "old")
    #expect(try await answered("new") {} == "new")
    #expect(try await calls.headers(isRefused: false)["Authorization"] == "new")
  }

  @Test("that refuses the new headers too waits for the next pull")
  func refusedAuth() async throws {
    let app = try Self.app(
      Self.articles(pull: #"      error { code = "unauthorized", message = "who are you?" }"#).replacing(
        "view =", with: "auth = function() return { Authorization = 'no' } end, view ="))
    try await app.looked()
    #expect(app.sync["phase"] == "halted")
    #expect(app.sync["problem"] == "who are you?")
  }

  @Test("that does not return is cancelled after the timeout")
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

  @Test("runs its new functions after a reload")
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
