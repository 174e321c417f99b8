import HostTesting
import Testing
import UDFHost

@Suite("the measured runs of one action")
struct SpanTests {
  private func app() throws -> TestHost {
    try TestHost([
      "shop": Source.feature(
        """
          name = "shop", state = { count = 0 },
          reduce = {
            add = function(state) state.count = state.count + 1 end,
            more = function(state) state.count = state.count + 1 end,
          },
          effects = {
            add = function(cx)
              cx.send { type = "more" }
              cx.sleep(1)
              cx.send { type = "more" }
            end,
          },
          computed = { double = { "count", function(count) return count * 2 end } },
          view = function(state, computed) return { double = computed.double } end,
        """),
      "app": Source.app(
        ["shop"],
        more: ",\n  middleware = { udf.middleware { name = 'm', before = function() end, after = function() end } }"),
    ])
  }

  private func spans(_ n: Int, of app: TestHost) -> [String] {
    app.host.spans(ofAction: n).map { "\($0.depth) \($0.kind) \($0.name)" }
  }

  @Test("are listed in their order, each with the number of runs around it")
  func order() throws {
    let app = try app()
    app.host.isProfiling = true
    try app.host.send("shop/add")
    _ = try app.host.view(of: "shop")
    _ = try app.host.view(of: "shop")
    // The effect is continued after the action that it sends.
    let dispatch = ["0 middleware m", "0 reducer shop/add", "0 middleware m", "0 effect shop/add", "0 effect shop/add"]
    #expect(spans(1, of: app) == dispatch)
    // The view was drawn after the action of the effect, and the second time it was kept.
    let view = ["0 middleware m", "0 reducer shop/more", "0 middleware m", "0 view shop"]
    #expect(spans(2, of: app) == view)
    app.pass(1)
    // The second part of the effect. Its action is reduced after it.
    #expect(spans(1, of: app) == dispatch + ["0 effect shop/add"])
    let all = app.host.spans(ofAction: 1)
    #expect(all.map(\.start) == all.map(\.start).sorted())
    app.host.forgetCosts()
    #expect(spans(1, of: app) == [])
  }

  @Test("are not kept while nothing is measured")
  func off() throws {
    let app = try app()
    try app.host.send("shop/add")
    #expect(spans(1, of: app) == [])
  }
}
