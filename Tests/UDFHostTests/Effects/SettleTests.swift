import HostTesting
import Testing
import UDFHost

@Suite("settling")
struct SettleTests {
  private static let steps = Source.feature(
    """
      name = "steps",
      state = { n = 0 },
      reduce = { step = function(state) state.n = state.n + 1 end },
      effects = {
        go = function(cx) for i = 1, 3 do cx.sleep(1); cx.send { type = "step" } end end,
        forever = function(cx) while true do cx.sleep(1) end end,
      },
    """)

  @Test("runs effects until all have ended, in virtual time")
  func settles() throws {
    let app = try TestHost(["steps": Self.steps])
    try app.run("steps.go()")
    #expect(app.host.settle(timeout: 5))
    #expect(try app.state("steps.n") == 3)
    #expect(app.clock.now == 3)
  }

  @Test("ends after its timeout")
  func timesOut() throws {
    let app = try TestHost(["steps": Self.steps])
    try app.run("steps.forever()")
    #expect(!app.host.settle(timeout: 5))
    #expect(app.clock.now == 5)
  }

  @Test("waits at the prompt, for the given time")
  func prompt() throws {
    let app = try TestHost(["steps": Self.steps])
    #expect(try app.run("steps.go() settle() return state.steps.n") == 3)
    try app.run("steps.forever()")
    #expect(
      app.failure("settle(2)") == """
        prompt:1: effects did not settle within 2.0 s: effect of steps/forever
          To fix this, wait longer, as in settle(60), or mark effects that never end with udf.background.
        """)
  }

  @Test("is refused in a subscriber, during an action")
  func inside() throws {
    let app = try TestHost(["steps": Self.steps])
    try app.run("steps.forever()")
    var answer: Bool?
    let subscription = app.host.subscribe { _ in answer = app.host.settle(timeout: 1) }
    try app.run("steps.step()")
    #expect(answer == false)
    #expect(app.clock.now == 0)
    subscription.cancel()
  }

  @Test("delivers actions of other threads")
  func handle() throws {
    let app = try TestHost(["steps": Self.steps])
    app.host.handle.send("steps/step")
    #expect(!app.host.isSettled)
    #expect(app.host.settle(timeout: 1))
    #expect(try app.state("steps.n") == 1)
  }
}
