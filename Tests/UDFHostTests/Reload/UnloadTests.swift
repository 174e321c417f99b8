import HostTesting
import Testing

@testable import UDF
@testable import UDFHost

@Suite("an unloaded app")
struct UnloadTests {
  private static let sources: KeyValuePairs = [
    "a": Source.feature(
      """
        name = "a", state = { n = 0 }, events = { tap = "add" }, emits = { add = "added" },
        reduce = {
          add = function(state) state.n = state.n + 1 end,
          ["pad/write"] = function(state) state.n = state.n + 100 end,
        },
        effects = { add = udf.throttle(9, function(cx) cx.sleep(5) end) },
        reactions = { n = { "n", function(cx) cx.sleep(5) end } },
        computed = { twice = { "n", function(n) return 2 * n end } },
        view = function(state) return { n = state.n } end,
      """),
    "app": """
    local udf = require "udf"
    local page = udf.scene { name = "page", model = { "a.n" }, view = function() return { shown = true } end }
    return udf.app {
      name = "u", features = { require "a", udf.native "pad" }, scenes = { page },
      middleware = { udf.middleware(function() end) },
      flow = udf.flow {
        start = "list", routes = { list = { scene = "page" }, one = { scene = "page" } },
        on = { ["a.added"] = function(nav) nav.push("one") end },
      },
    }
    """,
  ]

  /// An app that has done something of everything, and an undo.
  private static func app() throws -> TestHost {
    let app = try TestHost(sources) { $0.features = [Pad()] }
    try app.run("local f = a.add; kept = f; a.add()")
    try app.run("pad.write{ text = 'x' }")
    try app.run("return a.add")
    try app.host.native(Pad.self).send(.write("y"), origin: .prompt)
    _ = try app.host.undo()
    _ = try (app.host.view(of: "a"), app.host.computed("a.twice"), app.host.screenState())
    return app
  }

  @Test("leaves nothing in memory: no slice, function, effect, screen or history")
  func released() throws {
    let app = try Self.app()
    let host = app.host
    weak let pad = host.tree.slices["pad"]
    weak let slice = host.tree.slices["a"]
    weak let typed = (host.tree.slices["pad"] as? NativeSlice<Pad>)?.core.actions
    weak let reducer = host.current.reducers.first?.reference
    weak let effect = host.current.effects.first
    weak let view = host.current.views["a"]
    weak let reaction = host.current.reactions.first?.effect
    weak let middleware = host.current.middleware.first?.before
    weak let members = host.current.members["a"]
    weak let sceneViews = host.current.sceneViews
    weak let lane = host.effects.lanes.values.first
    #expect(pad != nil && slice != nil && typed != nil && reducer != nil && effect != nil && view != nil)
    #expect(reaction != nil && middleware != nil && members != nil && sceneViews != nil && lane != nil)
    host.empty()
    #expect(pad == nil && slice == nil && typed == nil)
    #expect(reducer == nil && effect == nil && view == nil)
    #expect(reaction == nil && middleware == nil && members == nil && sceneViews == nil && lane == nil)
  }

  @Test("responds as a host that was never loaded")
  func answers() throws {
    let app = try Self.app()
    let host = app.host
    host.empty()
    #expect(try app.state() == [:])
    #expect(host.history.isEmpty)
    #expect(host.screens.isEmpty)
    #expect(try host.computed("") == [:])
    #expect(host.effectsInFlight.isEmpty && host.effects.isEmpty && host.isSettled)
    #expect(host.nextDue == nil)
    #expect(failure { try host.undo() } == "undo: there is nothing to undo")
    #expect(failure { try host.redo() }.hasPrefix("redo: nothing was undone"))
    #expect(failure { try host.send("a/add") }.contains("no feature handles this action"))
    #expect(failure { _ = try host.event("a.tap") }.contains("an event is written feature.event"))
    #expect(failure { _ = try host.view(of: "a") }.contains("there is no feature \"a\""))
    #expect(app.failure("a.add()").contains("'a'"))
    #expect(app.failure("kept()").contains("'kept'"))
    #expect(try app.run("return it") == .none)
    #expect(try app.run("return nav == nil or nav.path == nil") == true)
  }
}
