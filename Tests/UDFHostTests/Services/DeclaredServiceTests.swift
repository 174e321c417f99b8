import HostTesting
import Testing
import UDFHost

@Suite("a service declared in Swift")
struct DeclaredServiceTests {
  private let office = PostOffice()

  @Test("is awaited by a call, by position or by name")
  func awaiting() async throws {
    let app = try office.app(
      """
      go = function(cx)
        note(cx, cx.services.post.letter("Ada", 2))
        note(cx, cx.services.post.letter { to = "Bob" })
      end
      """)
    try app.run("a.go()")
    #expect(try app.notes() == [])
    await office.settle(app)
    #expect(try app.notes() == ["letter to Ada 2", "letter to Bob 1"])
  }

  @Test("raises an error if its result has too many levels")
  func deepAnswer() async throws {
    let app = try office.app(
      "go = function(cx) note(cx, select(2, pcall(cx.services.post.nest, 250))); note(cx, 'on') end")
    try app.run("a.go()")
    await office.settle(app)
    #expect(try app.notes() == ["plain data nested deeper than 200 tables", "on"])
    #expect(app.errors.isEmpty)
  }

  @Test("runs several calls concurrently, each with its own result")
  func sideBySide() async throws {
    let app = try office.app(
      """
      go = function(cx, action)
        local a, b = cx.all { function() return cx.services.post.letter("x" .. action.n) end,
          function() return cx.services.post.letter("y" .. action.n) end }
        note(cx, a .. ", " .. b)
      end
      """)
    try app.run("for n = 1, 50 do a.go{ n = n } end")
    await office.settle(app)
    #expect(Set(try app.notes()) == Set((1...50).map { "letter to x\($0) 1, letter to y\($0) 1" }))
  }

  @Test("raises error tables: its own, and those of any Swift error")
  func errors() async throws {
    let app = try office.app(
      """
      go = function(cx)
        for _, call in ipairs { function() cx.services.post.letter("nobody") end, cx.services.post.lose } do
          local _, problem = pcall(call)
          note(cx, problem.code .. " | " .. problem.message .. " | " .. problem.service .. "." .. problem.method)
        end
      end,
      uncaught = function(cx) cx.services.post.lose() end
      """)
    try app.run("a.go()")
    await office.settle(app)
    #expect(
      try app.notes() == ["unknown | nobody lives there | post.letter", "failed | lost in the mail | post.lose"])
    try app.run("a.uncaught()")
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:15: effect of a/uncaught: lost in the mail
          The effect has ended; the state is as it left it.
        """
      ])
  }

  @Test(
    "refuses wrong arguments with its declaration",
    arguments: [
      ("letter()", "post.letter: to is missing; it must be a string"),
      ("letter(7)", "post.letter: to must be a string, got number 7"),
      ("letter { to = 'x', page = 2 }", "post.letter: unknown argument page. Did you mean \"pages\"?"),
      ("letter('x', 1, 2)", "post.letter: it takes 2 arguments, got 3"),
      ("letter({}, 2)", "post.letter: to must be a string, got table"),
    ])
  func wrongArguments(_ call: String, _ text: String) throws {
    let app = try office.app(
      "go = function(cx) local _, problem = pcall(function() cx.services.post.\(call) end); note(cx, problem.code); note(cx, problem.message) end"
    )
    try app.run("a.go()")
    #expect(
      try app.notes() == [
        "arguments", text + "\n  Signature: post.letter(to: string, pages: integer?) → string",
      ])
  }

  @Test(
    "reads one table as the first argument, unless it is a whole call by name; never for type any")
  func tables() throws {
    let app = try office.app("go = function() end")
    for (call, options, pages) in [
      ("draw { pages = 2 }", ["pages": 2], .none), ("draw { options = 7 }", ["options": 7], .none),
      ("draw { options = {}, pages = 'x' }", ["options": [:], "pages": "x"], .none),
      ("draw { options = {}, colour = 1 }", ["options": [:], "colour": 1], .none), ("draw {}", [:], .none),
      ("draw { options = { a = 1 }, pages = 2 }", ["a": 1], 2), ("draw { options = { a = 1 } }", ["a": 1], .none),
    ] as [(String, Value, Value)] {
      let given = try app.run("services.post.\(call)")
      #expect(given["options"] == options, "\(call)")
      #expect(given["pages"] == pages, "\(call)")
    }
    #expect(try app.run("services.post.show { value = 1, pages = 2 }")["value"] == ["value": 1, "pages": 2])
  }

  @Test("receives the action whose effect calls it")
  func cause() throws {
    let app = try office.app("go = function(cx) note(cx, cx.services.post.stamp(1).cause) end")
    try app.run("a.go()")
    #expect(try app.notes() == ["a/go"])
  }

  @Test("is cancelled with its effect, and its later result is dropped")
  func cancelled() async throws {
    let app = try office.app(
      """
      go = udf.latest(function(cx, action) note(cx, cx.services.post.letter("n" .. action.n)) end),
      """)
    for n in 1...2 {
      try app.run("a.go{ n = \(n) }")
      // A call that does not wait yet would be cancelled before the post receives it.
      await office.post.has("n\(n) 1")
    }
    try app.run("a.go{ n = 3 }")
    #expect(office.post.cancelled == ["n1 1", "n2 1"])
    await office.settle(app)
    let notes = try app.notes()
    #expect(notes == ["letter to n3 1"])
  }

  @Test("at the prompt is awaited, and reports its error")
  func prompt() async throws {
    let releasing = Task { while !Task.isCancelled { await office.post.releaseAll() } }
    try await onOwnThread { [office] in
      let app = try office.app("go = function() end")
      #expect(try app.run("services.post.letter('Ada')") == "letter to Ada 1")
      #expect(app.failure("services.post.letter('nobody')") == "nobody lives there")
      #expect(try app.run("services.post.stamp(2).value") == 2)
      #expect(
        app.failure("services.pots.stamp(2)") == "prompt:1: there is no service \"pots\". Did you mean \"post\"?")
      for name in ["pots", "post"] {
        #expect(
          app.failure("services.\(name) = nil")
            == "prompt:1: services.\(name) cannot be written. To fix this, put it into udf.app{ services = … }")
      }
    }
    releasing.cancel()
  }

  @Test("cannot be called in pure functions, nor awaited inside a callback")
  func elsewhere() throws {
    let app = try office.app(
      "go = function(cx) table.sort({ 1, 2 }, function() cx.services.post.letter('x') end) end, keep = function(cx) kept = cx end"
    )
    try app.run("a.go()")
    #expect(
      app.errors.map { $0.message.prefix { $0 != "\n" } } == [
        "a.lua:9: effect of a/go: cannot await here: only an effect may wait, and not inside a callback of sort or gsub or while an error ends it"
      ])
  }
}
