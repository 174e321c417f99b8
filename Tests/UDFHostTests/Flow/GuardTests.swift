import HostTesting
import Testing
import UDFHost

@Suite("a guard")
struct GuardTests {
  @Test("redirects to another screen, which stores the requested route; resume continues to it")
  func detour() throws {
    let app = try News.host()
    try app.run("nav.push('checkout')")
    #expect(app.routes == ["list", "login"])
    #expect(try app.state("nav.path[2].wanted") == ["route": "checkout/address", "params": [:]])
    #expect(
      app.failure("nav.resume()")
        == """
        prompt:1: nav/resume: the guard of "checkout/address" still redirects to "login"
          The action was refused and the state is unchanged.
        """)
    try app.host.event("login.submit", ["name": ""])
    #expect(app.routes == ["list", "login"])
    try app.host.event("login.submit", ["name": "ada"])
    #expect(app.routes == ["list", "checkout/address"])
    #expect(app.errors.count == 1)
  }

  @Test("that redirects to the present screen shows nothing twice")
  func already() throws {
    let app = try News.host()
    try app.run("nav.push('login'); nav.push('checkout')")
    #expect(app.routes == ["list", "login"])
    try app.host.event("login.submit", ["name": "ada"])
    #expect(app.routes == ["list", "checkout/address"])
  }

  @Test("without a stored route, resume goes back")
  func nothingHeld() throws {
    let app = try News.host()
    try app.run("nav.push('login')")
    try app.host.event("login.submit", ["name": "ada"])
    #expect(app.routes == ["list"])
  }

  @Test("of a child flow runs when the flow is entered, and not inside it")
  func inside() throws {
    let app = try News.host()
    try app.run("session.restore { name = 'ada' }; nav.push('login')")
    try app.run("nav.replace('checkout')")
    #expect(app.routes == ["list", "checkout/address"])
    // The path is empty after the condition of the guard has ended.
    try app.host.event("articles.tap", ["id": "2"])
    #expect(app.routes == ["list", "checkout/address", "checkout/pay"])
  }

  static let wrong: [(guard: String, text: String)] = [
    (
      "return 7",
      "nav/push: the guard of \"closed\" must return nothing, true, false or the name of a route, returned number"
    ),
    ("return 'lgin'", "nav/push: the guard of \"closed\": there is no route \"lgin\". Did you mean \"login\"?"),
    ("error('broken')", "flow.lua:12: nav/push: broken"),
    (
      "local state = ...; state.session.user = 'me'",
      "flow.lua:12: nav/push: session.user is read-only here: only the reducers of 'session' may write it"
    ),
    (
      "local state = ...; state.nav.path = {}",
      "flow.lua:12: nav/push: a guard does not see the path, only the state of the features"
    ),
    ("local state = ...; state.nav = {}", "flow.lua:12: nav/push: state.nav cannot be written by a guard"),
    (
      "local state = ...; local names = {}; for name in pairs(state) do names[#names + 1] = name end; "
        + "table.sort(names); error(table.concat(names, ' '))", "flow.lua:12: nav/push: articles session"
    ),
  ]

  @Test("that returns something else, or fails, refuses, and the path stays", arguments: wrong)
  func broken(_ body: String, _ text: String) throws {
    let app = try News.host(flow: "guard = function(...) \(body) end", for: "guard = function() return false end")
    let message = app.failure("nav.push('closed')")
    #expect(message.hasPrefix(text) || message.hasPrefix("prompt:1: " + text), "\(message)")
    #expect(app.routes == ["list"])
  }

  /// The list and three screens behind one another's guards.
  private static func chain(login: String = "") -> String {
    """
    local udf = require "udf"
    return udf.flow {
      name = "bank", start = "list",
      routes = {
        list = { scene = "listArticles" },
        vault = { scene = "step", guard = function(_, params) params.x = 1; return "premium", { plan = "gold" } end },
        premium = { scene = "step", guard = function(state) if not state.session.user then return "login" end end },
        login = { scene = "login"\(login) },
      },
      on = { ["session.loggedIn"] = function(nav) nav.resume() end },
    }
    """
  }

  @Test("of a screen to which another guard redirects runs too, and the requested route comes last")
  func chained() throws {
    let app = try News.host(flow: Self.chain())
    try app.run("nav.push('vault', { box = 7 })")
    #expect(
      try app.state("nav.path[2]") == [
        "route": "login", "params": [:], "id": 2,
        "wanted": [
          "route": "vault", "params": ["box": 7],
        ],
      ])
    try app.host.event("login.submit", ["name": "ada"])
    #expect(
      try app.state("nav.path[2]") == [
        "route": "premium", "params": ["plan": "gold"], "id": 3,
        "wanted": [
          "route": "vault", "params": ["box": 7],
        ],
      ])
    #expect(app.errors.isEmpty)
  }

  @Test("that redirects in a circle is reported with its flow")
  func circle() throws {
    let app = try News.host(flow: Self.chain(login: ", guard = function() return \"vault\" end"))
    #expect(
      app.failure("nav.push('vault')")
        == """
        prompt:1: nav/push: bank: the guard of "login" redirects in a circle: vault → premium → login → vault
          The action was refused and the state is unchanged.
          To fix this, let one of these routes pass
        """)
    #expect(app.routes == ["list"])
  }

  @Test("that redirects to the present screen with other params shows it again")
  func otherParams() throws {
    let flow = News.flow.replacing("return \"login\"", with: "return \"login\", { why = \"checkout\" }")
    let app = try News.host(flow: flow)
    try app.run("nav.push('login'); nav.push('checkout')")
    #expect(app.routes == ["list", "login", "login"])
    #expect(app.host.screens.last?.params == ["why": "checkout"])
    try app.run("nav.push('checkout')")
    #expect(app.routes == ["list", "login", "login"])
  }
}
