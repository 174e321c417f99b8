import HostTesting
import Testing
import UDFHost

@Suite("the sender of an action")
struct SenderTests {
  private static func app(keepsSites: Bool = true) throws -> TestHost {
    try TestHost(
      effects: """
        go = function(cx)
          cx.send { type = "note", text = "one" }
          cx.sleep(2)
          cx.send { type = "note", text = "two" }
        end,
        """, more: "events = { tap = \"go\" },"
    ) { $0.keepsSites = keepsSites }
  }

  @Test("is a line at the prompt or of an effect, with its action and time; across a reload with its generation")
  func senders() throws {
    let app = try Self.app()
    app.clock.advance(by: 5)
    try app.run("a.go()")
    _ = app.host.reload(reset: false)
    app.pass(2)
    let history = app.host.history
    #expect(history.map(\.site) == ["prompt:1", "a.lua:9", "a.lua:11"])
    #expect(history.map(\.cause) == [nil, 1, 1])
    #expect(history.map(\.time) == [5, 5, 7])
    #expect(history.map(\.generation) == [1, 1, 2])
    #expect(app.actions == history)
  }

  @Test("is the prompt's line for an event at the prompt; a program has none")
  func events() throws {
    let app = try Self.app()
    try app.run("local x = 1\nevent('a.tap')")
    try app.host.send("a/note", ["text": "from Swift"])
    #expect(app.host.history.map(\.site) == ["prompt:2", "a.lua:9", nil])
    #expect(app.host.history.map(\.cause) == [nil, 1, nil])
    #expect(app.host.history.map(\.event) == ["a.tap", nil, nil])
  }

  @Test("of an event of a scene is the feature's event to which it is mapped, also for a screen's own event")
  func screens() throws {
    let app = try News.host()
    try app.host.raise("tap", ["id": "1"])
    #expect(
      app.host.history.map { "\($0.type), \($0.origin) ← \($0.event ?? "none")" } == [
        "articles/shown, effect ← articles.appear", "articles/select, event ← articles.tap", "nav/push, effect ← none",
        "articles/shown, effect ← articles.appear",
      ])
  }

  @Test("stays with its action across a reload and a replay")
  func again() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.host.event("counter.tap")
    try app.host.send("counter/inc")
    try app.save(Source.counter.replacing("action.by or 1", with: "action.by or 2"), to: "counter")
    #expect(app.saved("counter")?.ok == true)
    #expect(try app.host.replay().actions == 2)
    try app.host.event("counter.tap")
    #expect(try app.state("counter.count") == 6)
    #expect(app.host.history.map(\.event) == ["counter.tap", nil, "counter.tap"])
  }

  @Test("of a refused or unhandled action is the line that sent it, although that script has continued")
  func refused() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a",
          actions = { go = {}, stop = {}, set = { n = "integer" } },
          reduce = { go = function() end, stop = function() end, set = function(state, action) state.n = action.n end },
          effects = {
            go = function(cx)
              cx.spawn(function() cx.send { type = "set", n = "x" } end)
            end,
            stop = function(cx)
              cx.send { type = "nope" }
            end,
          },
        """)
    ]) { $0.keepsSites = true }
    try app.run("a.go() a.stop()")
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:8: a/set: n must be an integer, got string "x"
          The action was refused and the state is unchanged.
          To fix this, send an integer: a.set{ n = 2 }
          The effect of a/go that sent it has ended.
        """,
        """
        a.lua:11: nope: no feature handles this action
          The state is unchanged.
          To fix this, add a reducer for it, or send one of: a/go, a/set, a/stop
          The effect of a/stop that sent it has ended.
        """,
      ])
    #expect(app.errors.map(\.line) == [8, 11])
  }

  @Test("is recorded only on request")
  func none() throws {
    let app = try Self.app(keepsSites: false)
    try app.run("a.go()")
    #expect(app.host.history.map(\.site) == [nil, nil])
    #expect(app.host.history.map(\.cause) == [nil, 1])
  }

  @Test("stays the same when a middleware passes the action on")
  func middleware() throws {
    let app = try TestHost(["counter": Source.counter]) {
      $0.keepsSites = true
      $0.middleware = [
        HostMiddleware(
          "twice",
          intercepting: { seen in
            seen.fields["by"] == 1 ? .replace(with: (type: seen.type, fields: ["by": 2])) : .pass
          })
      ]
    }
    try app.run("counter.inc{ by = 1 }")
    try app.run("event('counter.tap', { by = 1 })")
    #expect(app.host.history.map(\.site) == ["prompt:1", "prompt:1"])
    #expect(app.host.history.map(\.event) == [nil, "counter.tap"])
    #expect(try app.state("counter.count") == 4)
  }
}
