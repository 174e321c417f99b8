import HostTesting
import Testing

@Suite("services that the app declares")
struct AppServiceTests {
  private let office = PostOffice()

  @Test("replace those declared in Swift method by method, also for other services of the app")
  func overridden() throws {
    let app = try office.app(
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

  @Test("may call the service that they replace")
  func wrapped() throws {
    let app = try office.app(
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

  @Test("may wait before they return")
  func slow() throws {
    let app = try office.app(
      "go = function(cx) note(cx, cx.services.own.letter()) end", uses: "'own'",
      services:
        ", services = { own = function(core) return { letter = function() core.sleep(2) return 'late' end } end }")
    try app.run("a.go()")
    app.pass(1)
    #expect(try app.notes() == [])
    app.pass(1)
    #expect(try app.notes() == ["late"])
  }

  @Test("may wait at the prompt, and effects run meanwhile")
  func waitsAtThePrompt() throws {
    let app = try office.app(
      "go = function(cx) cx.sleep(1); note(cx, 'effect') end", uses: "'post', 'office'",
      services: """
        , services = {
          office = function(core) return { wait = function() core.sleep(2) return "waited" end } end,
        }
        """)
    #expect(try app.run("a.go() return services.office.wait()") == "waited")
    #expect(try app.notes() == ["effect"])
    #expect(try app.run("return services.office.wait()") == "waited")
  }

  @Test("raise error tables whose text is the message, also for a plain error")
  func luaErrors() throws {
    let app = try office.app(
      """
      go = function(cx)
        for _, name in ipairs { "plain", "coded" } do
          local _, problem = pcall(cx.services.own[name])
          note(cx, problem.code .. " | " .. problem.message .. " | " .. problem.service .. "." .. problem.method)
          note(cx, tostring(problem) .. "; in a sentence: " .. problem)
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
    #expect(
      try app.notes() == [
        "failed | app.lua:3: boom | own.plain", "app.lua:3: boom; in a sentence: app.lua:3: boom",
        "full | no room | own.coded", "no room; in a sentence: no room",
      ])
    let uncaught = try office.app(
      "go = function(cx) cx.services.own.plain() end", uses: "'own'",
      services: ", services = { own = { plain = function() error('boom') end } }")
    try uncaught.run("a.go()")
    #expect(uncaught.errors[0].traceback?.contains("app.lua:2: in ") == true)
  }

  @Test("cannot be called while files load")
  func loading() {
    #expect(
      failure {
        _ = try office.app(
          "go = function() end", services: ", services = { x = function(core) core.post.stamp(1) end }")
      }
      .contains("services are not available while files load: call them in a method or an effect"))
  }

  @Test(
    "are refused at load if the declaration is wrong",
    arguments: [
      (
        ", services = { x = 7 }",
        "udf.app: services.x must be a table of functions or a function that gives one, got number"
      ),
      (
        ", services = { x = false }",
        "udf.app: services.x must be a table of functions or a function that gives one, got boolean"
      ),
      (
        ", services = { x = function() error('made') end, y = 7 }",
        "udf.app: services.y must be a table of functions or a function that gives one, got number"
      ),
      (", services = { x = { f = 7 } }", "udf.app: services.x.f must be a function, got number"),
      (", services = { x = function() end }", "udf.app: services.x must return a table of functions, got nil"),
      (
        ", services = { x = function(core) return core.y end, y = function(core) return core.x end }",
        "udf.app: services.x depends on itself"
      ),
      (", services = { x = function(core) return core.z end }", "there is no service \"z\"."),
    ])
  func misdeclared(_ services: String, _ text: String) {
    #expect(failure { _ = try office.app("go = function() end", services: services) }.contains(text))
  }
}
