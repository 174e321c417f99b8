import HostTesting
import Testing
import UDFHost

@Suite("resuming from a past point")
struct ResumeTests {
  private static func app() throws -> TestHost {
    let app = try TestHost(
      effects: "go = function(cx, action) cx.sleep(1) note(cx, action.text) end,",
      more: "events = { tap = \"note\" },")
    try app.run("a.note{ text = 'one' }")
    try app.run("a.go{ text = 'two' }")
    app.pass(1)
    try app.host.send("a/note", ["text": "three"])
    return app
  }

  @Test("removes all later actions, whoever sent them, and a redo restores them")
  func resume() throws {
    let app = try Self.app()
    try app.host.visit(action: 1)
    let report = try app.host.resume()
    #expect(app.host.pastAction == nil)
    #expect(report.removed.map(\.n) == [4, 3, 2])
    #expect(try app.state("a.notes") == ["one"])
    #expect(app.host.history.map(\.undone) == [false, true, true, true])
    #expect(try app.host.redo().map(\.n) == [2, 3, 4])
    #expect(try app.state("a.notes") == ["one", "two", "three"])
    try app.host.visit(action: 3)
    try app.host.resume()
    try app.run("a.note{ text = 'other' }")
    #expect(try app.state("a.notes") == ["one", "two", "other"])
    #expect(app.host.history.map(\.n) == [1, 2, 3, 5])
  }

  @Test("cancels the effects of removed actions, and keeps the others")
  func effects() throws {
    let app = try Self.app()
    try app.run("a.go{ text = 'stays' }")
    try app.run("a.go{ text = 'ends' }")
    try app.host.visit(action: 5)
    try app.host.resume()
    app.pass(1)
    #expect(try app.state("a.notes") == ["one", "two", "three", "stays"])
  }

  @Test("emits its report before the delayed actions")
  func order() throws {
    let app = try Self.app()
    try app.run("a.go{ text = 'late' }")
    try app.host.visit(action: 5)
    app.pass(1)
    app.forgetEvents()
    try app.host.resume()
    #expect(app.happenings == ["resume", "a/note"])
  }

  @Test("notifies observers once, of the resulting state")
  func notifications() throws {
    let app = try Self.app()
    var seen: [Value] = []
    var count = 0
    let subscriptions = [
      try app.host.subscribe(at: "a.notes") { seen.append($0) }, app.host.follow { count += 1 },
    ]
    try app.host.visit(action: 1)
    (seen, count) = ([], 0)
    try app.host.resume()
    // The state that was shown at the past point is the present state now.
    #expect(seen == [])
    #expect(count == 1)
    try app.host.visit(action: 1)
    count = 0
    try app.host.resume()
    #expect(count == 1)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("keeps the past point after a failure, and notifies no observer")
  func failing() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a", state = { n = 0 },
          reduce = {
            add = function(state) state.n = state.n + 1 end,
          },
        """),
      "flow": """
      return require('udf').flow {
        start = 'list', routes = { list = { scene = 'page' }, one = { scene = 'page' } },
      }
      """,
      "app": """
      local udf = require "udf"
      local page = udf.scene { name = "page", view = function() return {} end }
      return udf.app { name = "n", features = { require "a" }, scenes = { page }, flow = require "flow" }
      """,
    ])
    try app.run("nav.push('one')")
    try app.run("nav.pop()")
    try app.run("a.add()")
    let fewer = "return require('udf').flow { start = 'list', routes = { list = { scene = 'page' } } }"
    #expect(try app.reload("flow", as: fewer)?.ok == true)
    var count = 0
    let subscription = app.host.follow { count += 1 }
    try app.host.visit(action: 1)
    count = 0
    #expect(failure { try app.host.resume() }.contains("it would bring back a screen of the route \"one\""))
    #expect(app.host.pastAction == 1)
    #expect(count == 0)
    #expect(app.host.screens.map(\.route) == ["list", "one"])
    try app.host.returnToLive()
    #expect(app.host.screens.map(\.route) == ["list"])
    #expect(try app.state("a.n") == 1)
    subscription.cancel()
  }

  @Test("is refused without a past point, and only shows the present if there are no later actions")
  func refusals() throws {
    let app = try Self.app()
    #expect(
      failure { try app.host.resume() } == "resume: the present is shown; :at 3 shows the state after #3")
    try app.host.visit(action: 4)
    #expect(try app.host.resume().removed.isEmpty)
    #expect(app.host.pastAction == nil)
    #expect(failure { try app.host.redo() } == "redo: nothing was undone, or an action was sent since")
  }
}
