import Testing
import UDFHost

@Suite("a guard")
struct GuardTests {
  @Test("sends to another screen first, which keeps what was wanted; resume goes on to it")
  func detour() throws {
    let app = try News.host()
    try app.run("nav.push('checkout')")
    #expect(app.routes == ["list", "login"])
    #expect(try app.state("nav.path[2].wanted") == ["route": "checkout/address", "params": [:]])
    #expect(
      app.failure("nav.resume()")
        == """
        prompt:1: nav/resume: the guard of "checkout/address" still asks for "login"
          The action was refused and the state is unchanged.
        """)
    try app.host.event("login.submit", ["name": ""])
    #expect(app.routes == ["list", "login"])
    try app.host.event("login.submit", ["name": "ada"])
    #expect(app.routes == ["list", "checkout/address"])
    #expect(app.errors.count == 1)
  }

  @Test("from a screen that it sends to, nothing is shown twice")
  func already() throws {
    let app = try News.host()
    try app.run("nav.push('login'); nav.push('checkout')")
    #expect(app.routes == ["list", "login"])
    try app.host.event("login.submit", ["name": "ada"])
    #expect(app.routes == ["list", "checkout/address"])
  }

  @Test("with nothing held up, resume goes back")
  func nothingHeld() throws {
    let app = try News.host()
    try app.run("nav.push('login')")
    try app.host.event("login.submit", ["name": "ada"])
    #expect(app.routes == ["list"])
  }

  @Test("of a child flow is asked on the way in, and not again inside")
  func inside() throws {
    let app = try News.host()
    try app.run("session.restore { name = 'ada' }; nav.push('login')")
    try app.run("nav.replace('checkout')")
    #expect(app.routes == ["list", "checkout/address"])
    // Nothing in the path is left when what the guard asked for is gone.
    try app.host.event("articles.tap", ["id": "2"])
    #expect(app.routes == ["list", "checkout/address", "checkout/pay"])
  }

  static let wrong: [(guard: String, text: String)] = [
    (
      "return 7",
      "nav/push: the guard of \"closed\" must give nothing, true, false or the name of a route, gave number"
    ),
    ("return 'lgin'", "nav/push: the guard of \"closed\": there is no route \"lgin\". Did you mean \"login\"?"),
    ("error('broken')", "flow.lua:12: nav/push: broken"),
    (
      "local state = ...; state.session.user = 'me'",
      "flow.lua:12: nav/push: session.user is read-only here: only the reducers of 'session' may write it"
    ),
  ]

  @Test("that gives something else, or fails, refuses, and the path is as it was", arguments: wrong)
  func broken(_ body: String, _ text: String) throws {
    let app = try News.host(flow: "guard = function(...) \(body) end", for: "guard = function() return false end")
    let message = app.failure("nav.push('closed')")
    #expect(message.hasPrefix(text) || message.hasPrefix("prompt:1: " + text), "\(message)")
    #expect(app.routes == ["list"])
  }
}
