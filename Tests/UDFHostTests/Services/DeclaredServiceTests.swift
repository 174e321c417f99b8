import HostTesting
import Testing
import UDF
import UDFHost
import UDFServices

/// A post office: letters wait until they are let go.
private struct PostCore: HostCore {
  let instances = Instances()
  let post: Post

  func services() -> [HostService] {
    [
      HostService(
        "post", doc: "Letters.",
        [
          ServiceMethod(awaiting: "letter", ["to": "string", "pages": "integer?"], returns: "string", doc: "One.") {
            call in
            try await post.write("\(call.string("to")) \(call.integer("pages") ?? 1)")
          },
          ServiceMethod("stamp", ["value": "number"], returns: "table") { call in
            ["value": call["value"], "cause": call.cause.map(Value.string) ?? .none]
          },
          ServiceMethod("draw", ["options": "table", "pages": "integer?"], returns: "table") { call in
            ["options": call["options"], "pages": call["pages"]]
          },
          ServiceMethod("show", ["value": "any", "pages": "integer?"], returns: "table") { call in
            ["value": call["value"], "pages": call["pages"]]
          },
          ServiceMethod("lose") { _ in throw Lost() },
          ServiceMethod(awaiting: "nest", ["depth": "integer"], returns: "any") { call in
            (0..<(call.integer("depth") ?? 0)).reduce(.integer(0)) { value, _ in .list([value]) }
          },
          ServiceMethod(streaming: "letters", ["to": "string", "count": "integer"], of: "string") { call in
            let (to, count, last) = (call.string("to"), call.integer("count") ?? 0, Guarded(0))
            return {
              let number = last.withLock { last in
                last += 1
                return last
              }
              return number <= count ? [try await post.write("\(to) \(number)"), .string("PS \(number)")] : []
            }
          },
        ])
    ]
  }
}

private struct Lost: Error, CustomStringConvertible {
  let description = "lost in the mail"
}

/// What letters wait for.
private final class Post: Sendable {
  private struct Contents {
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    var cancelled: [String] = []
  }

  private let contents = Guarded(Contents())

  func write(_ letter: String) async throws -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        contents.withLock { $0.waiting[letter] = continuation }
      }
    } onCancel: {
      contents.withLock { $0.cancelled.append(letter) }
      // It may be cancelled before it waits.
      release(letter)
    }
    try Task.checkCancellation()
    if letter.hasPrefix("nobody") { throw ServiceError(code: "unknown", message: "nobody lives there") }
    return .string("letter to \(letter)")
  }

  func release(_ letter: String) { contents.withLock { $0.waiting.removeValue(forKey: letter) }?.resume() }

  /// Returns once that letter waits.
  func has(_ letter: String) async {
    while contents.withLock({ $0.waiting[letter] == nil }) { await Task.yield() }
  }

  func releaseAll() async {
    for _ in 0..<1000 {
      let waiting = contents.withLock { Array($0.waiting.keys) }
      for letter in waiting { release(letter) }
      if waiting.isEmpty { await Task.yield() }
    }
  }

  var cancelled: [String] { contents.withLock { $0.cancelled } }
}

@Suite("a service declared in Swift")
struct DeclaredServiceTests {
  private let post = Post()

  private func app(_ effects: String, uses: String = "'post'", services: String = "") throws -> TestHost {
    let app = try TestHost([
      "a": """
      local udf = require "udf"
      local function note(cx, text) cx.send { type = "note", text = tostring(text) } end
      return udf.feature {
        name = "a",
        uses = { \(uses) },
        state = { notes = udf.list {} },
        reduce = { note = function(state, action) table.insert(state.notes, action.text) end },
        effects = {
      \(effects)
        },
      }
      """, "app": Source.app(["a"], more: services),
    ]) { [post] in $0.core = PostCore(post: post) }
    return app
  }

  /// Lets every letter go and the host take them.
  private func settle(_ app: TestHost) async {
    while !app.host.isSettled {
      await post.releaseAll()
      app.host.poll()
    }
  }

  @Test("is awaited by calling it, by position or by name")
  func awaiting() async throws {
    let app = try app(
      """
      go = function(cx)
        note(cx, cx.services.post.letter("Ada", 2))
        note(cx, cx.services.post.letter { to = "Bob" })
      end
      """)
    try app.run("a.go()")
    #expect(try app.notes() == [])
    await settle(app)
    #expect(try app.notes() == ["letter to Ada 2", "letter to Bob 1"])
  }

  @Test("that answers with more levels than values may have raises where it is awaited")
  func deepAnswer() async throws {
    let app = try app("go = function(cx) note(cx, select(2, pcall(cx.services.post.nest, 250))); note(cx, 'on') end")
    try app.run("a.go()")
    await settle(app)
    #expect(try app.notes() == ["plain data nested deeper than 200 tables", "on"])
    #expect(app.errors.isEmpty)
  }

  @Test("several calls are under way at once, and each gives its own")
  func sideBySide() async throws {
    let app = try app(
      """
      go = function(cx, action)
        local a, b = cx.all { function() return cx.services.post.letter("x" .. action.n) end,
          function() return cx.services.post.letter("y" .. action.n) end }
        note(cx, a .. ", " .. b)
      end
      """)
    try app.run("for n = 1, 50 do a.go{ n = n } end")
    await settle(app)
    #expect(Set(try app.notes()) == Set((1...50).map { "letter to x\($0) 1, letter to y\($0) 1" }))
  }

  @Test("may give an iterator: each task that goes through it waits for the next values, and none is lost between two")
  func stream() async throws {
    let app = try app(
      """
      go = function(cx)
        for letter in cx.services.post.letters("Ada", 2) do note(cx, letter) end
        local following = cx.services.post.letters("Bob", 1)
        cx.all {
          function() note(cx, following()) end,
          function() note(cx, select(2, pcall(function() note(cx, following()) end))) end,
        }
        note(cx, following())
        note(cx, following())
      end,
      lost = function(cx)
        for letter in cx.services.post.letters("nobody", 1) do note(cx, letter) end
      end
      """)
    try app.run("a.go()")
    #expect(try app.notes() == [])
    await settle(app)
    #expect(
      try app.notes() == [
        "letter to Ada 1", "PS 1", "letter to Ada 2", "PS 2",
        """
        a.lua:14: post.letters: another task waits for what this iterator gives next. To fix this, give each task an \
        iterator of its own
        """, "letter to Bob 1", "PS 1", "nil",
      ])
    try app.run("a.lost()")
    await settle(app)
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:20: effect of a/lost: nobody lives there
          The effect has ended; the state is as it left it.
        """
      ])
  }

  @Test("what an iterator was to give a task that was cancelled the next one gets, and closing it cancels that")
  func streamAfterCancelling() async throws {
    let app = try app(
      """
      go = function(cx)
        local following = cx.services.post.letters("Ada", 1)
        cx.race { function() following() end, function() cx.sleep(1) end }
        note(cx, following())
      end,
      leave = function(cx)
        cx.race {
          function() for letter in cx.services.post.letters("Bob", 1) do note(cx, letter) end end,
          function() cx.sleep(1) end,
        }
        note(cx, "left")
      end,
      """)
    try app.run("a.go()")
    await post.has("Ada 1")
    app.pass(1)
    #expect(post.cancelled == [])
    await settle(app)
    #expect(try app.notes() == ["letter to Ada 1"])
    try app.run("a.leave()")
    await post.has("Bob 1")
    app.pass(1)
    #expect(post.cancelled == ["Bob 1"])
    #expect(try app.notes() == ["left"])
  }

  @Test("raises error tables: its own, and those of any Swift error")
  func errors() async throws {
    let app = try app(
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
    await settle(app)
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
    let app = try app(
      "go = function(cx) local _, problem = pcall(function() cx.services.post.\(call) end); note(cx, problem.code); note(cx, problem.message) end"
    )
    try app.run("a.go()")
    #expect(
      try app.notes() == [
        "arguments", text + "\n  It is called so: post.letter(to: string, pages: integer?) → string",
      ])
  }

  @Test(
    "takes one table for the first argument, unless it is a whole call by name; never where anything may come first")
  func tables() throws {
    let app = try app("go = function() end")
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

  @Test("knows the action whose effect calls it")
  func cause() throws {
    let app = try app("go = function(cx) note(cx, cx.services.post.stamp(1).cause) end")
    try app.run("a.go()")
    #expect(try app.notes() == ["a/go"])
  }

  @Test("whose effect is cancelled is cancelled itself, and what it still gives reaches nobody")
  func cancelled() async throws {
    let app = try app(
      """
      go = udf.latest(function(cx, action) note(cx, cx.services.post.letter("n" .. action.n)) end),
      """)
    for n in 1...2 {
      try app.run("a.go{ n = \(n) }")
      // One that has not begun to wait would be cancelled before the post hears of it.
      await post.has("n\(n) 1")
    }
    try app.run("a.go{ n = 3 }")
    #expect(post.cancelled == ["n1 1", "n2 1"])
    await settle(app)
    let notes = try app.notes()
    #expect(notes == ["letter to n3 1"])
  }

  @Test("at the prompt is waited for, and says what is wrong")
  func prompt() async throws {
    let post = post
    let releasing = Task { while !Task.isCancelled { await post.releaseAll() } }
    try await onOwnThread { [self] in
      let app = try app("go = function() end")
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

  @Test("cannot be called where code only computes, nor awaited inside a callback")
  func elsewhere() throws {
    let app = try app(
      "go = function(cx) table.sort({ 1, 2 }, function() cx.services.post.letter('x') end) end, keep = function(cx) kept = cx end"
    )
    try app.run("a.go()")
    #expect(
      app.errors.map { $0.message.prefix { $0 != "\n" } } == [
        "a.lua:9: effect of a/go: cannot await here: only an effect may wait, and not inside a callback of sort or gsub or while an error ends it"
      ])
  }

  @Test("what the app lays over it takes its place, method by method, also for other services of the app")
  func overridden() throws {
    let app = try app(
      "go = function(cx) note(cx, cx.services.post.stamp(1)); note(cx, cx.services.office.twice(2)); pcall(cx.services.post.lose) end",
      uses: "'post', 'office'",
      services: """
        , services = {
          post = { stamp = function(value) return "own " .. value end },
          office = function(core) return { twice = function(value) return core.post.stamp(value) .. " twice" end } end,
        }
        """)
    try app.run("a.go()")
    #expect(try app.notes() == ["own 1", "own 2 twice"])
  }

  @Test("what takes its place whole may still use what was below")
  func wrapped() throws {
    let app = try app(
      """
      go = function(cx)
        note(cx, cx.services.post.stamp(2))
        note(cx, select(2, pcall(function() return cx.services.post.letter end)))
      end
      """,
      services: """
        , services = {
          post = function(core) return { stamp = function(value) return core.post.stamp(value).value * 10 end } end,
        }
        """)
    try app.run("a.go()")
    let notes = try app.notes()
    #expect(
      notes == ["20", "a.lua:11: the service post has no method \"letter\". Known names: stamp."])
  }

  @Test("a service in Lua may take its time")
  func slow() throws {
    let app = try app(
      "go = function(cx) note(cx, cx.services.own.letter()) end", uses: "'own'",
      services:
        ", services = { own = function(core) return { letter = function() core.sleep(2) return 'late' end } end }")
    try app.run("a.go()")
    app.pass(1)
    #expect(try app.notes() == [])
    app.pass(1)
    #expect(try app.notes() == ["late"])
  }

  @Test("errors of services in Lua are error tables too")
  func luaErrors() throws {
    let app = try app(
      """
      go = function(cx)
        for _, name in ipairs { "plain", "coded" } do
          local _, problem = pcall(cx.services.own[name])
          note(cx, problem.code .. " | " .. problem.message .. " | " .. problem.service .. "." .. problem.method)
        end
      end
      """, uses: "'own'",
      services: """
        , services = { own = {
          plain = function() error("boom") end,
          coded = function() error { code = "full", message = "no room" } end,
        } }
        """)
    try app.run("a.go()")
    #expect(try app.notes() == ["failed | app.lua:3: boom | own.plain", "full | no room | own.coded"])
    let uncaught = try self.app(
      "go = function(cx) cx.services.own.plain() end", uses: "'own'",
      services: ", services = { own = { plain = function() error('boom') end } }")
    try uncaught.run("a.go()")
    #expect(uncaught.errors[0].traceback?.contains("app.lua:2: in ") == true)
  }

  @Test("what scripts get of a service cannot be changed, not even by walking it")
  func sealed() throws {
    let app = try app(
      """
      go = function(cx)
        local _, methods = pairs(cx.services.post)
        methods.stamp = function() return "forged" end
        note(cx, cx.services.post.stamp(1).value)
        note(cx, select(2, pcall(function() cx.services.post.stamp = 1 end)))
        note(cx, select(2, pairs(udf)).app == udf.app)
      end
      """)
    try app.run("a.go()")
    let notes = try app.notes()
    #expect(notes.first == "1" && notes.last == "true")
    #expect(
      notes[1].hasSuffix("services.post.stamp cannot be written. To fix this, put it into udf.app{ services = … }"))
  }

  @Test("services are not there yet while files load")
  func loading() {
    #expect(
      failure {
        _ = try app("go = function() end", services: ", services = { x = function(core) core.post.stamp(1) end }")
      }
      .contains("services are not there yet while files load: call them in a method or an effect"))
  }

  @Test(
    "what an app declares wrongly is refused when it loads",
    arguments: [
      (
        ", services = { x = 7 }",
        "udf.app: services.x must be a table of functions or a function that gives one, got number"
      ),
      (", services = { x = { f = 7 } }", "udf.app: services.x.f must be a function, got number"),
      (", services = { x = function() end }", "udf.app: services.x must give a table of functions, gave nil"),
      (
        ", services = { x = function(core) return core.y end, y = function(core) return core.x end }",
        "udf.app: services.x needs itself to be made"
      ),
      (", services = { x = function(core) return core.z end }", "there is no service \"z\"."),
    ])
  func misdeclared(_ services: String, _ text: String) {
    #expect(failure { _ = try app("go = function() end", services: services) }.contains(text))
  }

  @Test(
    "none of them has › a script reaches only the services that it declares",
    arguments: ["clock", "env", "files", "http", "json", "kv", "random", "uuid"])
  func capabilities(_ service: String) throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a", uses = { "log" },
          reduce = { go = function() end },
          effects = { go = function(cx) return cx.services.\(service).get end },
        """)
    ])
    try app.run("a.go()")
    let message = try #require(app.errors.first?.message)
    #expect(
      message.contains(
        "the service \"\(service)\" is not listed by the feature a. "
          + "To fix this, add it: uses = { \"log\", \"\(service)\" }"))
  }

  @Test("that is not there cannot be listed in uses")
  func unknown() {
    #expect(
      failure { _ = try app("go = function() end", uses: "'pots'") }.contains(
        "a.lua:5:3: a: uses: there is no service \"pots\". Did you mean \"post\"?"))
  }
}
