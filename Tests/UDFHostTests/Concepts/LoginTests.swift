import HostTesting
import Testing
import UDFTooling

@testable import UDFHost

/// Rows 1 to 3 of "View intent → use case → output → state (login example)", shown by `examples/login`; each test names
/// its row.
@Suite("Login in Lua: use case and output")
struct LoginTests {
  /// The example with nothing that tracks.
  private static let plain = """
    local udf = require "udf"
    return udf.app {
      name = "login",
      features = { require "features.login" { login = require "usecases.login", uses = { "accounts" } } },
      services = { accounts = require "services.accounts" },
      middleware = { require "middleware.log" },
    }
    """

  private func app(_ files: KeyValuePairs<String, String> = [:]) throws -> TestHost {
    try TestHost(files, example: "login") { $0.core = TestCore() }
  }

  /// Ada mistypes her password and then logs in.
  private func logIn(_ app: TestHost) throws {
    for password in ["motor", "engine"] {
      try app.host.event("login.submit", ["name": "ada", "password": .string(password)])
    }
    #expect(try app.state("login") == ["isLoading": false, "user": "ada"])
  }

  @Test("intent → composed action: the composed action is decorated, and the view script is unchanged")
  func intent() throws {
    let (plain, tracked) = (try app(["app": Self.plain]), try app())
    for app in [plain, tracked] { try logIn(app) }
    #expect(plain.logs.filter { $0.contains("tracked") } == [])
    #expect(tracked.logs.filter { $0.contains("tracked") } == ["info tracked: login failed", "info tracked: login"])
    #expect(try tracked.host.views() == plain.host.views())
    #expect(try tracked.host.view(of: "login")["title"] == "Hello ada")
  }

  @Test("use case output: the trace shows one start and exactly one terminal output")
  func output() throws {
    let app = try app()
    try logIn(app)
    #expect(
      app.logs.filter { $0.hasPrefix("trace") } == [
        "trace login: didStart", "trace login: didFail", "trace login: didStart", "trace login: didSucceed",
      ])
  }

  @Test("output decorator: the state log is identical with and without it")
  func decorator() throws {
    let (plain, tracked) = (try app(["app": Self.plain]), try app())
    for app in [plain, tracked] { try logIn(app) }
    #expect(log(plain) == log(tracked))
    #expect(
      tracked.actions.map(\.type) == [
        "login/submit", "login/started", "login/failed", "login/submit", "login/started", "login/opened",
      ])
  }

  @Test("the middleware logs each action and what it changed, without its fields")
  func middleware() throws {
    let app = try app()
    try app.host.event("login.submit", ["name": "ada", "password": "engine"])
    #expect(
      app.logs.filter { $0.hasPrefix("info login/") } == [
        "info login/submit, changes: 0", "info login/started, changes: 1", "info login/opened, changes: 2",
      ])
    #expect(app.logs.allSatisfy { !$0.contains("engine") })
  }

  /// Everything that was dispatched, without the times.
  private func log(_ app: TestHost) -> [String] {
    app.actions.map { "\($0.n) \($0.type) \(Value.map($0.fields)) \($0.changes)" }
  }
}
