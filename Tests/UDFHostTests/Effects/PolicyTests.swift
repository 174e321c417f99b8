import HostTesting
import Testing

@testable import UDFHost

@Suite("an effect's policy")
struct PolicyTests {
  private static func app(_ policy: String, after: String = "1") throws -> TestHost {
    try TestHost(
      effects: """
            go = \(policy.replacing("EFFECT", with: "function(cx, action) note(cx, 'begin ' .. action.n); cx.sleep(\(after)); note(cx, 'end ' .. action.n) end")),
        """)
  }

  private static func go(_ app: TestHost, _ numbers: Int..., id: String = "x") throws {
    for n in numbers { try app.run("a.go{ n = \(n), id = '\(id)' }") }
  }

  @Test("every: each action starts its own run")
  func every() throws {
    for policy in ["EFFECT", "udf.every(EFFECT)"] {
      let app = try Self.app(policy)
      try Self.go(app, 1, 2)
      app.pass(1)
      #expect(try app.notes() == ["begin 1", "begin 2", "end 1", "end 2"])
    }
  }

  @Test("leading: an action is ignored while one runs")
  func leading() throws {
    let app = try Self.app("udf.leading(EFFECT)")
    try Self.go(app, 1, 2)
    app.pass(1)
    try Self.go(app, 3)
    #expect(try app.notes() == ["begin 1", "end 1", "begin 3"])
  }

  @Test("latest: an action cancels the running effect")
  func latest() throws {
    let app = try Self.app("udf.latest(EFFECT)")
    try Self.go(app, 1, 2, 3, 4)
    app.pass(1)
    #expect(try app.notes() == ["begin 1", "begin 2", "begin 3", "begin 4", "end 4"])
    #expect(app.errors.isEmpty)
    #expect(app.host.isSettled)
  }

  @Test("the lane of an unused id is removed, also with two policies that wait")
  func forgotten() throws {
    let app = try Self.app("udf.throttle(5, udf.debounce(1, EFFECT, { id = function(action) return action.id end }))")
    for n in 1...3 { try Self.go(app, n, id: "\(n)") }
    for _ in 1...5 { app.pass(1) }
    #expect(try app.notes().count == 6)
    #expect(app.host.effects.isEmpty)
  }

  @Test("the lane of an id whose request was cancelled is removed after its pause")
  func cancelledAsking() throws {
    let app = try Self.app("udf.throttle(5, udf.debounce(1, EFFECT, { id = function(action) return action.id end }))")
    try Self.go(app, 1, id: "x")
    app.host.effects.cancel(feature: "a", id: "x")
    for _ in 1...5 { app.pass(1) }
    #expect(try app.notes() == [])
    #expect(app.host.effects.isEmpty)
  }

  @Test("queue: actions wait for their turn, also thousands that end at once")
  func queue() throws {
    let app = try Self.app("udf.queue(EFFECT)")
    try Self.go(app, 1, 2, 3)
    #expect(try app.notes() == ["begin 1"])
    app.pass(1)
    #expect(try app.notes() == ["end 1", "begin 2"])
    #expect(!app.host.isSettled)
    app.pass(1)
    app.pass(1)
    #expect(try app.notes() == ["end 2", "begin 3", "end 3"])
    let many = try Self.app("udf.queue(EFFECT)", after: "action.n == 1 and 1 or 0")
    try many.run("for n = 1, 3000 do a.go{ n = n } end")
    #expect(many.host.settle(timeout: 10))
    #expect(try many.notes().count == 6000)
  }

  @Test("thousands that wait in a queue and never sleep do not run recursively")
  func longQueue() throws {
    let app = try TestHost(
      effects: "go = udf.queue(function(cx, action) if action.n == 1 then cx.sleep(1) end; note(cx, action.n) end),")
    try app.run("for n = 1, 5000 do a.go{ n = n } end")
    app.pass(1)
    #expect(try app.notes() == (1...5000).map(String.init))
  }

  @Test("debounce: only the last of several requests runs, after a pause")
  func debounce() throws {
    let app = try Self.app("udf.debounce(0.3, EFFECT)")
    try Self.go(app, 1)
    app.pass(0.2)
    try Self.go(app, 2)
    app.pass(0.2)
    #expect(try app.notes() == [])
    #expect(!app.host.isSettled)
    app.pass(0.1)
    #expect(try app.notes() == ["begin 2"])
    app.pass(1)
    #expect(app.host.isSettled)
  }

  @Test("throttle: after a start, requests are ignored for a while")
  func throttle() throws {
    let app = try Self.app("udf.throttle(2, EFFECT)")
    try Self.go(app, 1, 2)
    app.pass(1.9)
    try Self.go(app, 3)
    app.pass(0.1)
    try Self.go(app, 4)
    #expect(try app.notes() == ["begin 1", "end 1", "begin 4"])
    // Exactly as long, though 0.1 and 0.2 are a hair more than 0.3.
    let exact = try Self.app("udf.throttle(0.2, EFFECT)")
    exact.pass(0.1)
    try Self.go(exact, 1)
    exact.pass(0.2)
    try Self.go(exact, 2)
    #expect(try exact.notes() == ["begin 1", "begin 2"])
  }

  @Test("background: settling does not wait for it")
  func background() throws {
    let app = try Self.app("udf.background(EFFECT)")
    try Self.go(app, 1)
    #expect(app.host.isSettled)
    #expect(app.host.settle(timeout: 1))
    app.pass(1)
    #expect(try app.notes() == ["begin 1", "end 1"])
  }

  @Test("with ids, each id has its own lane, and two policies are combined")
  func ids() throws {
    let app = try Self.app("udf.latest(EFFECT, { id = function(action) return action.id end })")
    try Self.go(app, 1, id: "x")
    try Self.go(app, 2, id: "y")
    try Self.go(app, 3, id: "x")
    app.pass(1)
    #expect(try app.notes() == ["begin 1", "begin 2", "begin 3", "end 2", "end 3"])
    let search = try Self.app("udf.debounce(0.3, udf.latest(EFFECT))")
    try Self.go(search, 1)
    search.pass(0.3)
    try Self.go(search, 2)
    search.pass(0.3)
    search.pass(2)
    #expect(try search.notes() == ["begin 1", "begin 2", "end 2"])
  }

  @Test("an id of a wrong type, or an error in its function, is reported and nothing runs")
  func badID() throws {
    let app = try Self.app("udf.latest(EFFECT, { id = function(action) return action.missing end })")
    try Self.go(app, 1)
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:8: id of the effect of a/go: must return a string or a number, returned nil
          The effect was not started.
        """
      ])
    #expect(app.host.isSettled)
  }

  @Test(
    "wrong arguments of a policy are refused",
    arguments: [
      ("udf.latest('x')", "udf.latest takes the effect, a function, got string"),
      ("udf.debounce(EFFECT)", "udf.debounce takes seconds above 0 first, got function"),
      ("udf.throttle(-1, EFFECT)", "udf.throttle takes seconds above 0 first, got -1"),
      ("udf.queue(EFFECT, { key = 1 })", "udf.queue: unknown option \"key\". Known names: id."),
      ("udf.queue(EFFECT, 5)", "udf.queue takes options last, { id = function }, got number"),
      ("udf.leading(udf.latest(EFFECT))", "udf.leading: this effect is udf.latest already; it can be only one of them"),
      ("udf.queue(EFFECT, { id = 1 })", "udf.queue: id must be a function of the action, got number"),
    ])
  func misuse(_ policy: String, _ text: String) {
    #expect(failure { _ = try Self.app(policy) }.contains(text))
  }
}
