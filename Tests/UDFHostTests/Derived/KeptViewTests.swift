import HostTesting
import Testing
import UDFHost

@Suite("a view that was read")
struct KeptViewTests {
  private static func app(_ view: String, _ more: String = "") throws -> TestHost {
    try TestHost([
      "b": Source.feature(
        "  name = 'b', state = { n = 1 }, reduce = { set = function(state, action) state.n = action.n end },\(more)\n"
          + "  view = function(state, computed, others) print('view') \(view) end,"),
      "counter": Source.counter, "cart": Source.cart,
    ])
  }

  @Test("runs again only after a change of its own feature or of one that it reads")
  func runs() throws {
    let app = try Self.app("return { state.n, others.counter.count }", " reads = { 'counter' },")
    #expect(try app.host.view(of: "b") == [1, 0])
    try app.run("cart.add{ sku = 'a' }")
    #expect(try app.host.view(of: "b") == [1, 0])
    #expect(Counted.runs(app) == ["view"])
    try app.run("counter.inc{}")
    #expect(try app.host.view(of: "b") == [1, 1])
    try app.run("b.set{ n = 2 }")
    #expect(try app.host.view(of: "b") == [2, 1])
    _ = try app.host.undo()
    #expect(try app.host.view(of: "b") == [1, 1])
    try app.run("b.set{ n = 1 }")
    _ = try app.host.view(of: "b")
    #expect(Counted.runs(app) == ["view", "view", "view"])
  }

  @Test("runs again in a new generation")
  func reloads() throws {
    let app = try Self.app("return state.n")
    #expect(try app.host.view(of: "b") == 1)
    try app.save(
      "return require('udf').feature { name = 'b', state = { n = 1 }, view = function(state) return state.n + 10 end }",
      to: "b")
    #expect(app.saved("b")?.ok == true)
    #expect(try app.host.view(of: "b") == 11)
    #expect(app.host.reload(reset: true).ok)
    #expect(try app.host.view(of: "b") == 11)
  }

  @Test("runs again after a failure, and if its result could not be shown or was nil")
  func fails() throws {
    let app = try Self.app("if state.n == 1 then error('one') end if state.n == 2 then return print end")
    for _ in 1...2 { #expect(failure { _ = try app.host.view(of: "b") } == "b.lua:4: view of b: one") }
    #expect(Counted.runs(app) == ["view", "view"])
    try app.run("b.set{ n = 2 }")
    let problem = "b.lua:4: view of b: plain data cannot be a function"
    for _ in 1...2 { #expect(failure { _ = try app.host.view(of: "b") }.hasPrefix(problem)) }
    #expect(Counted.runs(app) == ["view", "view"])
    try app.run("b.set{ n = 3 }")
    for _ in 1...2 { #expect(try app.host.view(of: "b") == Value.none) }
    #expect(Counted.runs(app) == ["view"])
  }
}
