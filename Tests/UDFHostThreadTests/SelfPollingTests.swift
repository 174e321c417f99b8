import HostTesting
import Testing
import UDFHost

@Suite("a host on an actor", .timeLimit(.minutes(2)))
struct SelfPollingTests {
  private actor Desk {
    private var host: AppHost?

    func open() throws {
      var configuration = HostConfiguration(files: [
        "app.lua": """
        local udf = require "udf"
        return udf.app { name = "clock", features = { udf.feature {
          name = "clock", state = { ticks = 0 },
          reduce = { go = function() end, tick = function(state) state.ticks = state.ticks + 1 end },
          effects = {
            go = function(cx) for _ = 1, 3 do cx.sleep(0.01) cx.send { type = "tick" } end end,
          },
        } } }
        """
      ])
      configuration.core = QuietCore()
      host = try AppHost(configuration)
    }

    func go() throws { try host?.send("clock/go") }
    func ticks() throws -> Value? { try host?.value(at: "clock.ticks") }
    func settle() async { await host?.settle() }
    func takeOver() { host?.handle.onWake {} }

    /// Returns at the first value that the clock is given.
    func ticked(_ count: Int64) async throws {
      guard let host else { return }
      for try await value in try host.values(at: "clock.ticks") where value == .integer(count) { return }
    }

    func handle() -> HostHandle? { host?.handle }
  }

  @Test("runs what is due: timers, and actions of other threads")
  func timers() async throws {
    let desk = Desk()
    try await desk.open()
    try await desk.go()
    try await desk.ticked(3)
    await desk.handle()?.send("clock/tick")
    try await desk.ticked(4)
  }

  @Test("settles without blocking the actor, also if the program polls")
  func settles() async throws {
    let desk = Desk()
    try await desk.open()
    await desk.takeOver()
    try await desk.go()
    async let settled: Void = desk.settle()
    #expect(try await desk.ticks() != nil)
    await settled
    #expect(try await desk.ticks() == 3)
  }

  @MainActor private final class Model {
    let host = try! AppHost(
      HostConfiguration(files: [
        "app.lua": """
        local udf = require "udf"
        return udf.app { name = "model", features = { udf.feature {
          name = "a", state = { n = 0 }, reduce = { inc = function(state) state.n = state.n + 1 end, wait = function() end },
          effects = { wait = function(cx) cx.sleep(3600) end },
        } } }
        """
      ]))
  }

  @Test("also as the default value of a property of the main actor") @MainActor
  func property() async throws {
    let model = Model()
    let values = try model.host.values(at: "a.n")
    model.host.handle.send("a/inc")
    for await value in values where value == 1 { return }
  }

  @Test("ends settling when it stops") @MainActor
  func stops() async throws {
    let host = Model().host
    try host.send("a/wait")
    #expect(!host.isSettled)
    let task = Task { await host.settle() }
    await Task.yield()
    host.stop()
    await task.value
    #expect(host.isSettled)
    await host.settle()
  }

  @Test("ends settling with its task")
  func cancelled() async throws {
    let desk = Desk()
    try await desk.open()
    try await desk.go()
    let task = Task { await desk.settle() }
    task.cancel()
    await task.value
    await desk.settle()
    #expect(try await desk.ticks() == 3)
  }
}
