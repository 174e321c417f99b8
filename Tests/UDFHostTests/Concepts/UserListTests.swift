import HostTesting
import Testing
import UDF
import UDFNetwork
import UDFServices
import UDFTooling

@testable import UDFHost

/// The rows of "UDF with clean layers (user-list example)", shown by `examples/userlist`; each test names its row.
@Suite("User list in Lua: clean layers")
struct UserListTests {
  private static let server = "http://127.0.0.1:8080/users"

  private let http = StubHTTPClient([
    "GET \(server)": .success(
      HTTPResponse(
        #"[{"id":"1","name":"Ada","email":"a@x"},{"id":"2","name":"Grace","email":"g@x"},{"id":"3","name":"Zoë","email":"z@x"}]"#
      )),
    "DELETE \(server)/2": .success(HTTPResponse(status: 204)),
    "DELETE \(server)/1": .success(HTTPResponse(#"{"message":"Ada is protected"}"#, status: 409)),
  ])

  private func app(_ http: StubHTTPClient? = nil) throws -> TestHost {
    try TestHost(example: "userlist") { $0.core = TestCore(http: http ?? self.http) }
  }

  /// With the users of the server on the screen.
  private func loaded() async throws -> TestHost {
    let app = try app()
    try app.host.event("users.appear")
    await app.settled()
    return app
  }

  @Test("ViewEvent / handle(event:): the event is logged, and only its mapped action changes the state")
  func handleEvent() async throws {
    let app = try await loaded()
    #expect(app.actions.map(\.type) == ["users/load", "users/loaded"])
    #expect(app.actions.map(\.origin) == [.event, .effect])
    #expect(app.actions.map(\.event) == ["users.appear", nil])
    #expect(app.host.history == app.actions)
    let state = try app.state()
    app.forgetEvents()
    #expect(try !app.host.event("users.scroll"))
    #expect(app.logs == ["info users.scroll: no action"])
    #expect(try app.state() == state)
  }

  @Test("DomainAction: the JSON round trip is equal")
  func jsonRoundTrip() async throws {
    let app = try await loaded()
    // One after the other: two answers come in any order.
    for id in ["1", "2"] {
      try app.host.event("users.swipe", ["id": .string(id)])
      await app.settled()
    }
    #expect(
      app.actions.map(\.type) == [
        "users/load", "users/loaded", "users/delete", "users/restored", "users/delete", "users/deleted",
      ])
    for action in app.actions {
      var writer = JSONWriter()
      try writer.write(.map(action.fields), at: action.type)
      #expect(try JSONReader.value(of: Array(writer.text.utf8)) == .map(action.fields))
    }
  }

  @Test("EventActionMap: an unmapped event reports \"no action\", and there is no new revision")
  func unmappedEvent() async throws {
    let app = try await loaded()
    #expect(try !app.host.event("users.scroll"))
    #expect(app.logs == ["info users.scroll: no action"])
    #expect(app.host.history.map(\.n) == [1, 2])
  }

  @Test("DomainState: has an initial value and one writer: a write from outside is an error with script:line")
  func domainState() throws {
    let app = try app()
    #expect(try app.state("users") == ["deleting": [:], "isLoading": false, "users": []])
    #expect(
      app.failure("\nstate.users.isLoading = true")
        == "prompt:2: users.isLoading is read-only here: only the reducers of 'users' may write it")
    #expect(try app.state("users.isLoading") == false)
  }

  @Test(
    "ViewStateReducing / ViewState: run twice it is equal, and the empty state follows its truth table",
    arguments: [
      ("", true), ("load", false), ("loaded 0", true), ("loaded 1", false), ("failed", false),
      ("loaded 1, load", false), ("loaded 1, failed", false), ("failed, load", false), ("failed, loaded 0", false),
      ("failed, load, loaded 0", true), ("loaded 1, delete", true), ("loaded 1, delete, load", false),
      ("loaded 1, delete, restored", false),
    ])
  func viewState(_ actions: String, _ isEmpty: Bool) throws {
    let app = try app()
    let fields: [String: Record] = [
      "loaded 0": ["users": []], "loaded 1": ["users": [["id": "1", "name": "Ada", "email": "a@x"]]],
      "failed": ["message": "offline"], "delete": ["id": "1"], "restored": ["id": "1", "message": "offline"],
    ]
    for action in actions.split(separator: ", ").map(String.init) {
      let type = action.prefix { $0 != " " }
      try app.host.send("users/\(type)", fields[action] ?? [:])
    }
    let view = try app.host.view(of: "users")
    #expect(view["showEmptyState"] == .boolean(isEmpty))
    // A view state is kept; the next generation makes it anew.
    #expect(app.host.reload(reset: false).ok)
    #expect(try app.host.view(of: "users") == view)
  }

  @Test("Interactor: two loads are one fetch")
  func doubleLoading() async throws {
    let app = try app()
    try app.host.event("users.appear")
    try app.host.event("users.refresh")
    await app.settled()
    #expect(http.requests.map(\.method) == ["GET"])
    try app.host.event("users.refresh")
    await app.settled()
    #expect(http.requests.count == 2)
  }

  @Test("Interactor: a failure lands in the state and ends the loading")
  func failure() async throws {
    let app = try app(StubHTTPClient(["GET \(Self.server)": .failure(HTTPFailure(.refused, "nothing listens there"))]))
    try app.host.event("users.appear")
    #expect(try app.state("users.isLoading") == true)
    await app.settled()
    #expect(try app.state("users.isLoading") == false)
    #expect(try app.host.view(of: "users")["error"] == "nothing listens there")
  }

  @Test("Interactor: an answer that makes no sense is a failure that says so")
  func nonsense() async throws {
    let app = try app(StubHTTPClient(["GET \(Self.server)": .success(HTTPResponse(#"[{"id":7}]"#))]))
    try app.host.event("users.appear")
    await app.settled()
    #expect(try app.state("users.isLoading") == false)
    #expect(try app.state("users.error") == "user 1 of the server's answer has no id")
  }

  @Test("optimistic delete: the row goes at once and stays away when the server agrees, also across a reload")
  func optimisticDelete() async throws {
    let app = try await loaded()
    try app.host.event("users.swipe", ["id": "2"])
    #expect(try rows(app) == ["1", "3"])
    try app.host.send("users/loaded", ["users": app.state("users.users")])
    #expect(try rows(app) == ["1", "3"])
    await app.settled()
    #expect(try rows(app) == ["1", "3"])
    #expect(try app.state("users.deleting") == [:])
  }

  @Test("optimistic delete: a failed delete rolls back, to the same place, and reports")
  func rollback() async throws {
    let app = try await loaded()
    try app.host.event("users.swipe", ["id": "1"])
    #expect(try rows(app) == ["2", "3"])
    await app.settled()
    #expect(try rows(app) == ["1", "2", "3"])
    #expect(try app.host.view(of: "users")["error"] == "Ada is protected")
  }

  @Test("ViewModel binding: the view state follows the state, and nothing is emitted when it is equal")
  func binding() async throws {
    let app = try await loaded()
    var (views, rows) = ([Value](), [Value]())
    let subscriptions = [
      try app.host.subscribe(at: "view.users") { views.append($0) },
      try app.host.subscribe(at: "view.users.rows") { rows.append($0) },
    ]
    #expect(try views == [app.host.view(of: "users")])
    // Loading is shown, and what was loaded is what is there.
    try app.host.event("users.refresh")
    await app.settled()
    #expect(views.map { $0["isLoading"] } == [false, true, false])
    #expect(rows.count == 1)
    // A deleted user disappears from the view at once, and from the state after the server's answer, which changes no view.
    try app.host.event("users.swipe", ["id": "2"])
    #expect(views.count == 4 && rows.count == 2)
    await app.settled()
    #expect(app.actions.last?.type == "users/deleted")
    #expect(app.actions.last?.changes.count == 2)
    #expect(views.count == 4 && rows.count == 2)
    #expect(try views.last == app.host.view(of: "users"))
    #expect(rows.last?.items.map { $0["id"] } == ["1", "3"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("ServiceLocator: a missing name is shown; two services of one name are refused, and the name told")
  func serviceLocator() throws {
    let missing = """
      local udf = require "udf"
      return udf.app { name = "userlist", features = { require "features.users" } }
      """
    #expect(
      HostTesting.failure { _ = try TestHost(["app": missing], example: "userlist") }
        .hasPrefix("features/users.lua:62:3: users: uses: there is no service \"users\"."))
    #expect(
      HostTesting.failure {
        _ = try TestHost(example: "userlist") { $0.core = TwoWeathers() }
      } == "two services are named \"weather\"; names are unique")
  }

  private struct TwoWeathers: HostCore {
    let instances = Instances()
    func services() -> [HostService] { [HostService("weather", []), HostService("weather", [])] }
  }

  // MARK: overriding

  @Test("one factory overridden in Swift is what the example's service reaches, through the built-in one")
  func overriddenFactory() async throws {
    let app = try TestHost(example: "userlist") { $0.core = StubbedCore(http: http) }
    try app.host.event("users.appear")
    await app.settled()
    #expect(http.requests.map(\.url) == [Self.server])
    #expect(try rows(app) == ["1", "2", "3"])
  }

  private struct StubbedCore: HostCore {
    let instances = Instances()
    let http: StubHTTPClient
    func dependency() -> any HTTPClient { http }
  }

  @Test("one service overridden in app.lua is what the example's service reaches; the other methods stay")
  func overriddenService() async throws {
    let overriding = """
      local udf = require "udf"
      return udf.app {
        name = "userlist", features = { require "features.users" },
        services = {
          users = require "services.users",
          http = { get = function(url) return { ok = true, json = { { id = "2", name = url, email = "" } } } end },
        },
        grants = { hosts = { require "lib.server" } },
      }
      """
    let app = try TestHost(["app": overriding], example: "userlist") { $0.core = TestCore(http: http) }
    try app.host.event("users.appear")
    #expect(try app.state("users.users[1].name") == .string(Self.server))
    try app.host.event("users.swipe", ["id": "2"])
    await app.settled()
    #expect(try rows(app) == [])
    #expect(http.requests.map(\.method) == ["DELETE"])
  }

  /// The ids on the screen.
  private func rows(_ app: TestHost) throws -> [Value] {
    guard case .list(let rows) = try app.host.view(of: "users")["rows"] else { return [] }
    return rows.map { $0["id"] }
  }
}

extension HTTPResponse {
  fileprivate init(_ json: String, status: Int = 200) {
    self.init(status: status, headers: ["Content-Type": "application/json"], body: Array(json.utf8))
  }
}
