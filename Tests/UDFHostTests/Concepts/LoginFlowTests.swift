import HostTesting
import Testing
import UDFHost

/// Rows 4 to 6 of "View intent → use case → output → state; flow owns navigation (login example)"; each test names its row.
@Suite("Login in Lua: the flow owns navigation")
struct LoginFlowTests {
  /// The one login screen, which knows no other one.
  private static let login = """
    local udf = require "udf"
    local logIn = udf.usecase {
      name = "logIn", outputs = { "didStart", "didSucceed", "didFail" },
      run = function(_, input, output)
        output.didStart()
        if input.password == "engine" then output.didSucceed { user = input.user } else output.didFail() end
      end,
    }
    return udf.feature {
      name = "login",
      state = { loading = false },
      events = { submit = "submit" },
      reduce = {
        started = function(state) state.loading = true end,
        succeeded = function(state, action) state.loading, state.user = false, action.user end,
        failed = function(state) state.loading = false end,
      },
      effects = { submit = logIn:bind { didStart = "started", didSucceed = "succeeded", didFail = "failed" } },
      emits = { succeeded = "loggedIn" },
    }
    """

  private static func app(_ handler: String, on event: String = "login.loggedIn", feature: String = login) -> String {
    """
    local udf = require "udf"
    local function view() return {} end
    return udf.app {
      name = "login", features = { require "login" },
      scenes = {
        udf.scene { name = "login", view = view }, udf.scene { name = "home", view = view },
      },
      flow = udf.flow {
        start = "front", routes = { front = { scene = "home" }, login = { scene = "door" }, home = { scene = "home" } },
        on = { ["\(event)"] = function(nav) \(handler) end },
      },
    }
    """.replacing("{ name = \"login\", view", with: "{ name = \"door\", view")
  }

  @Test("screen event: a flow bound to a domain output, or to the use case's, refuses to load")
  func screenEvent() {
    for event in ["login/succeeded", "login.succeeded", "login.didSucceed", "logIn.didSucceed"] {
      let text = failure { _ = try TestHost(["login": Self.login, "app": Self.app("nav.pop()", on: event)]) }
      #expect(text.hasPrefix("app.lua:8: flow: on[\"\(event)\"]: "), "\(text)")
      #expect(text.contains(", and a flow listens to screen events\n  To fix this, let login emit a screen event: "))
    }
  }

  @Test("flow → path: one login screen in three flows, three paths, the same screen log")
  func paths() throws {
    var logs: [[String]] = []
    var paths: [[String]] = []
    for handler in ["nav.push('home')", "nav.replace('home')", "nav.pop()"] {
      let app = try TestHost(["login": Self.login, "app": Self.app(handler)])
      try app.run("nav.push('login')")
      for password in ["motor", "engine"] {
        try app.host.event("login.submit", ["user": "ada", "password": .string(password)])
      }
      #expect(app.errors.isEmpty)
      paths.append(app.routes)
      logs.append(
        app.actions.filter { $0.type.hasPrefix("login/") }.map { "\($0.type) \(Value.map($0.fields)) \($0.changes)" })
    }
    #expect(paths == [["front", "login", "home"], ["front", "home"], ["front"]])
    #expect(logs[0].count == 6)
    #expect(logs[0] == logs[1] && logs[1] == logs[2])
  }

  @Test("feature factory: it wires, and cannot reach the path")
  func factory() throws {
    /// A feature that a function makes from its connections.
    func factory(_ more: String, _ effect: String) -> String {
      """
      local udf = require "udf"
      return (function(services)
        return udf.feature {
          name = "login", uses = services, state = {}, actions = { submit = {}, done = {} }, \(more)
          effects = { submit = function(cx) \(effect) end },
          emits = { done = "loggedIn" },
        }
      end) { "clock" }
      """
    }
    func app(_ more: String = "", _ effect: String) throws -> TestHost {
      try TestHost(["login": factory(more, effect), "app": Self.app("nav.push('home')")])
    }
    #expect(
      failure { _ = try app("reads = { 'nav' },", "") }
        == "login.lua:3: login: reads: only the flow can read the navigation path; a screen receives its data as params"
    )
    let attempts = [
      "cx.send { type = 'nav/push', route = 'home' }", "nav.push('home')", "cx.others.nav.path[1] = nil",
    ]
    for attempt in attempts {
      let app = try app("", attempt)
      try app.run("login.submit()")
      #expect(app.errors.count == 1)
      #expect(app.routes == ["front"])
    }
    let sent = try app("", attempts[0])
    try sent.run("login.submit()")
    #expect(
      sent.errors.map(\.message) == [
        """
        login.lua:5: nav/push: only a flow can navigate
          The state is unchanged.
          To fix this, emit a screen event, emits = { ACTION = "EVENT" }, and navigate in a handler of the flow
          The effect of login/submit that sent it has ended.
        """
      ])
    let wired = try app("", "cx.send { type = 'done' }")
    try wired.run("login.submit()")
    #expect(wired.routes == ["front", "home"])
  }
}
