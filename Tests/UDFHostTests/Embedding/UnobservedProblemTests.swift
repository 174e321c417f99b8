import HostTesting
import Testing
import UDF
import UDFHost
import UDFTooling

@Suite("the log of a program that observes nothing")
@MainActor struct UnobservedProblemTests {
  private static let app = """
    local udf = require "udf"
    return udf.app { name = "small", features = { require "loader", udf.native "printer" } }
    """
  private static let loader = Source.feature(
    """
      name = "loader",
      state = { count = 0 },
      actions = { load = {}, set = { count = "integer" } },
      reduce = { set = function(state, action) state.count = action.count end },
      effects = { load = function(cx) error("no connection", 0) end },
    """)

  private static func open(_ core: TestCore) throws -> AppHost {
    var configuration = HostConfiguration(files: ["app.lua": app, "loader.lua": loader])
    configuration.features = [Printer()]
    configuration.core = core
    return try AppHost(configuration)
  }

  private static let problems = [
    "loader.lua:7: effect of loader/load: no connection\n  The effect has ended; the state is as it left it.",
    """
    effect of printer/print: its work threw out of paper
      This work has ended; what it had sent is kept.
      To fix this, handle the error: .run { … } catch: { error, send in … }
    """,
  ]

  /// Causes an error of each kind.
  private func fail(_ host: AppHost) async throws {
    try host.send("loader/load")
    try host.send("printer/print")
    await host.settle()
    host.handle.send("loader/set", ["count": "three"])
    await host.settle()
  }

  @Test("has the errors of effects, of actions from other threads and of a reload")
  func logged() async throws {
    let core = TestCore()
    let host = try Self.open(core)
    try await fail(host)
    #expect(core.log.entries.map(\.level) == [.error, .error, .error])
    #expect(Set(core.log.entries.prefix(2).map(\.message)) == Set(Self.problems))
    #expect(
      core.log.entries.last?.message.hasPrefix(
        "loader.lua:6: loader/set: count must be an integer, got string \"three\"\n") == true)
    // What the program catches itself is not logged.
    #expect(failure { try host.send("loader/set", ["count": "three"]) } == core.log.entries.last?.message)
    #expect(core.log.entries.count == 3)
    #expect(core.log.entries.allSatisfy { $0.app == "small" })
    // A later observer receives them too.
    var seen: [String] = []
    let subscription = host.observe { if case .error(let error, _) = $0 { seen.append(error.message) } }
    #expect(seen.prefix(3) == core.log.entries.map(\.message)[...])
    subscription.cancel()
  }

  @Test("has none of them while the program observes the host, which receives the number of the action")
  func observed() async throws {
    let core = TestCore()
    let host = try Self.open(core)
    var errors: [Int: String] = [:]
    let subscription = host.observe { event in
      if case .error(let error, let action?) = event { errors[action] = error.message }
    }
    try await fail(host)
    #expect(core.log.entries.isEmpty)
    #expect([errors[1], errors[2]] == Self.problems)
    #expect(errors.keys.sorted() == [1, 2, 3])
    subscription.cancel()
  }

  @Test("has the error of a start action, which nobody sent")
  func start() throws {
    let core = TestCore()
    let feature = Source.feature("name = 'a', state = {}, reduce = { start = function() error('no disk', 0) end },")
    let app = try TestHost(["a": feature]) { $0.core = core }
    #expect(core.log.entries.map(\.message) == app.errors.map(\.message))
    #expect(core.log.entries.count == 1)
    #expect(core.log.entries.first?.message.hasPrefix("a.lua:3: a/start: no disk") == true)
  }

  @Test("has a reload that failed")
  func reload() throws {
    let core = TestCore()
    let app = try TestHost(["counter": Source.counter]) { $0.core = core }
    app.ignore()
    try app.folder.save("return {", to: "counter.lua")
    #expect(!app.host.reload(reset: false).ok)
    #expect(core.log.entries.map(\.level) == [.error])
    #expect(core.log.entries.first?.message.hasPrefix("counter.lua:1:") == true)
  }
}

private struct Printer: NativeFeature {
  struct State: Sendable { var lines = 0 }
  enum Action: Codable, Sendable { case print }
  struct Failure: Error, CustomStringConvertible { let description = "out of paper" }
  let name = "printer"
  let initialState = State()
  let actions: Record = ["print": [:]]
  let fields: [StateField<State>] = [.value("lines", \.lines)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> { .run { _ in throw Failure() } }
}
