import Testing
import UDFHost

@Suite("who sent an action")
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

  @Test("a line at the prompt, an effect with its line and its action, and when; across a reload with its generation")
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

  @Test("an event at the prompt names the prompt's line; a program has none")
  func events() throws {
    let app = try Self.app()
    try app.run("local x = 1\nevent('a.tap')")
    try app.host.send("a/note", ["text": "from Swift"])
    #expect(app.host.history.map(\.site) == ["prompt:2", "a.lua:9", nil])
    #expect(app.host.history.map(\.cause) == [nil, 1, nil])
  }

  @Test("lines are not kept unless somebody wants them")
  func none() throws {
    let app = try Self.app(keepsSites: false)
    try app.run("a.go()")
    #expect(app.host.history.map(\.site) == [nil, nil])
    #expect(app.host.history.map(\.cause) == [nil, 1])
  }

  @Test("a middleware sees an action on its way to a reducer, and its sender stays who it was")
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
    #expect(app.host.history.map(\.site) == ["prompt:1"])
    #expect(try app.state("counter.count") == 2)
  }
}
