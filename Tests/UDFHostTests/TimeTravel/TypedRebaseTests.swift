import HostTesting
import Testing
import UDF
import UDFHost

@Suite("a rebase of actions that were sent as Swift values")
struct TypedRebaseTests {
  private static func app() throws -> (app: TestHost, pad: NativeStore<Pad>) {
    let source = """
      local udf = require "udf"
      return udf.app { name = "t", features = { udf.native "pad", require "counter" } }
      """
    let app = try TestHost(["counter": Source.counter, "app": source]) { $0.features = [Pad()] }
    app.observe(actions: false)
    return (app, try app.host.native(Pad.self))
  }

  @Test("keeps one that cannot be converted to plain data, in an undo, a redo and a replay of others")
  func unspeakable() throws {
    let (app, pad) = try Self.app()
    try pad.send(.write("first"))
    try app.run("counter.inc{}")
    try pad.send(.write("unspeakable"))
    let (state, history) = (try app.state(), app.host.history)
    let report = try app.host.undo(1)
    #expect(report.removed.map(\.n) == [2])
    #expect(report.refusals.isEmpty && report.differing.isEmpty)
    #expect(try app.state("pad") == state["pad"])
    #expect(app.host.history.last?.fields == ["problem": "it cannot be said"])
    try app.host.redo()
    #expect(try app.state() == state)
    #expect(app.host.history == history)
    let former = Source.counter
    let newer = former.replacing("action.by or 1", with: "action.by or 10")
    #expect(try app.reload("counter", as: newer)?.ok == true)
    #expect(try app.host.replay().refusals.isEmpty)
    #expect(try app.state("pad") == state["pad"])
    #expect(try app.state("counter.count") == 10)
  }

  @Test("restores one as its value, which the next rebase reduces too")
  func restored() throws {
    let (app, pad) = try Self.app()
    try pad.send(.write("first"), origin: .prompt)
    try pad.send(.write("unspeakable"), origin: .prompt)
    try pad.send(.paint("red"))
    #expect(try app.host.undo().map(\.n) == [2])
    #expect(try app.state("pad") == ["color": "red", "count": 2, "text": "first"])
    #expect(try app.host.redo().map(\.n) == [2])
    #expect(try app.host.undo(2).removed.map(\.n) == [2, 1])
    #expect(try app.host.redo(2).restored.map(\.n) == [1, 2])
    #expect(try app.state("pad") == ["color": "red", "count": 3, "text": "unspeakable"])
  }
}
