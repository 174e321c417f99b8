import HostTesting
import Testing
import UDF
import UDFHost
import UDFServices

@testable import UDFTooling

@Suite("The details of an action")
struct DetailsTests {
  private static let app = Source.feature(
    """
      name = "a", uses = { "post" }, state = { n = 0, rows = udf.list {} }, events = { tap = "go" },
      reduce = {
        go = function(state, action) state.n = state.n + 1 end,
        done = function(state, action) table.insert(state.rows, action.text) end,
        bad = function() error("no") end,
      },
      effects = {
        go = udf.leading(function(cx) cx.services.post.send() cx.send { type = "done", text = "x" } cx.sleep(10) end),
        done = function() end,
      },
    """)

  /// A service that sends at once.
  private struct Post: HostCore {
    let instances = Instances()

    func dependency() -> any LogSink { SilentLog() }
    func services() throws -> [HostService] { [HostService("post", [ServiceMethod("send") { _ in .none }])] }
  }

  @Test("are its cause and consequences, its effects and their results, and their calls")
  func details() throws {
    let app = try TestHost(["a": Self.app]) { configuration in
      configuration.keepsSites = true
      configuration.core = Post()
    }
    try app.host.event("a.tap")
    app.pass(3)
    try app.run("a.go{}")
    let first = try app.host.details(ofAction: 1)
    #expect(first.record.event == "a.tap")
    #expect(first.age == nil || first.age ?? 0 >= 3)
    #expect(first.cause == nil)
    #expect(first.caused.map(\.type) == ["a/done"])
    #expect(first.calls == [MadeCall(n: 1, service: "post", method: "send")])
    #expect(first.effects.map(\.name) == ["effect of a/go"])
    guard case .underWay(let info)? = first.effects.first?.outcome else {
      Issue.record("\(first.effects)")
      return
    }
    #expect((info.number, info.waits) == (1, [.time(7)]))
    let second = try app.host.details(ofAction: 2)
    #expect(second.cause?.n == 1)
    #expect(second.record.site == "a.lua:10")
    #expect(second.effects == [.init(name: "effect of a/done", outcome: .ended, place: "a.lua:11")])
    let third = try app.host.details(ofAction: 3)
    #expect(third.effects == [.init(name: "effect of a/go", outcome: .lost(.absorbed, by: 1), place: "a.lua:10")])
    _ = try app.host.undo()
    #expect(try app.host.details(ofAction: 3).record.undone)
    _ = try app.host.undo()
    let undone = try app.host.details(ofAction: 1).effects
    #expect(undone.map(\.name) == ["effect of a/go"] && undone.map(\.outcome) == [.cancelled])
  }

  @Test("have the times of effects while the host keeps them")
  func times() throws {
    let app = try TestHost(["a": Self.app]) { $0.core = Post() }
    // At time 0 an action has no time.
    app.clock.advance(by: 1)
    app.host.keepsEffectTimes = true
    try app.host.event("a.tap")
    app.pass(3)
    func effects() throws -> [ActionDetails.Effect] { try app.host.details(ofAction: 1).effects }
    #expect(try effects().map(\.start) == [0])
    #expect(try effects().map(\.seconds) == [3])
    app.pass(7)
    #expect(
      try effects() == [.init(name: "effect of a/go", outcome: .ended, start: 0, seconds: 10, place: "a.lua:10")])
    try app.host.event("a.tap")
    app.pass(2)
    try app.host.cancelEffect(try #require(app.host.effectsUnderWay.first).number)
    let cancelled = try app.host.details(ofAction: 3).effects
    #expect(cancelled.map(\.outcome) == [.cancelled])
    #expect(cancelled.map(\.seconds) == [2])
    app.host.keepsEffectTimes = false
    #expect(try effects().map(\.seconds) == [nil])
  }

  @Test("are not available for an action outside of the history, with the reason")
  func missing() throws {
    let app = try TestHost(["a": Self.app]) { configuration in
      configuration.historyLimit = 2
      configuration.core = Post()
    }
    #expect(
      failure { _ = try app.host.details(ofAction: 1) } == "action: there is no action #1; nothing has happened yet")
    for _ in 1...3 { try app.run("a.done{ text = 'x' }") }
    #expect(app.failure("a.bad{}").hasPrefix("a.lua:7: "))
    #expect(
      failure { _ = try app.host.details(ofAction: 1) }
        == "action: #1 is no longer in the history, which goes back to after #1")
    #expect(
      failure { _ = try app.host.details(ofAction: 4) }
        == "action: #4 was refused or undone, so it is not in the history")
    #expect(
      failure { _ = try app.host.details(ofAction: 9) } == "action: there is no action #9; the last one is #4")
    #expect(failure { _ = try app.host.details(ofAction: 0) } == "action: 0 is the beginning; the first action is #1")
  }
}
