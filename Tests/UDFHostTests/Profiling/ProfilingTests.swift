import HostTesting
import Testing

@testable import UDFHost

@Suite("the cost of an app's functions")
struct ProfilingTests {
  /// Each look takes a millisecond, so that what is measured follows from how often one looks.
  private final class TickingClock: HostClock {
    private let clock = ManualClock()

    var now: Double {
      clock.advance(by: 0.001)
      return clock.now
    }

    func wait(until deadline: Double, bell: WakeBell) { clock.wait(until: deadline, bell: bell) }
  }

  private static let shop = Source.feature(
    """
      name = "shop",
      state = { count = 0, label = "" },
      reduce = {
        add = function(state) state.count = state.count + 1 end,
        name = function(state, action) state.label = action.text end,
        grow = function(state) state.label = ("x"):rep(100000) end,
      },
      computed = { double = { "count", function(count) return count * 2 end } },
      effects = {
        load = function(cx)
          cx.send { type = "add" }
          cx.sleep(1)
          cx.send { type = "add" }
        end,
      },
      view = function(state) return { text = "count is " .. state.count } end,
    """)

  private func app() throws -> TestHost {
    try TestHost(["shop": Self.shop]) { $0.clock = TickingClock() }
  }

  private func cost(_ kind: Cost.Kind, _ name: String, in app: TestHost) -> Cost? {
    app.host.costs.first { $0.kind == kind && $0.name == name }
  }

  @Test("is counted per reducer, view, computed value and effect, only while it is measured")
  func counted() throws {
    let app = try app()
    try app.run("shop.add{}")
    #expect(app.host.costs == [])
    app.host.isProfiling = true
    for _ in 0..<3 { try app.run("shop.add{}") }
    _ = try app.host.view(of: "shop")
    _ = try app.host.view(of: "shop")
    _ = try app.host.computed("shop.double")
    app.host.isProfiling = false
    try app.run("shop.add{}")
    #expect(cost(.reducer, "shop/add", in: app)?.calls == 3)
    #expect(cost(.view, "shop", in: app)?.calls == 1)
    #expect(cost(.computed, "shop.double", in: app)?.calls == 1)
    #expect(try app.state("shop.count") == 5)
  }

  @Test("is separate for reactions of two features with the same name")
  func reactions() throws {
    func feature(_ name: String) -> String {
      Source.feature(
        """
          name = "\(name)", state = { n = 0 },
          reduce = { go = function(state) state.n = state.n + 1 end },
          reactions = { save = { "n", function() end } },
        """)
    }
    let app = try TestHost(["cart": feature("cart"), "stock": feature("stock")])
    app.host.isProfiling = true
    for line in ["cart.go()", "stock.go()", "stock.go()"] { try app.run(line) }
    #expect(cost(.effect, "cart/save", in: app)?.calls == 1)
    #expect(cost(.effect, "stock/save", in: app)?.calls == 2)
  }

  @Test("of an effect excludes its waits and the reducers that it causes")
  func effect() throws {
    let app = try app()
    app.host.isProfiling = true
    try app.run("shop.load{} settle()")
    let effect = try #require(cost(.effect, "shop/load", in: app))
    #expect(effect.calls == 1)
    // Begun and ended once before and once after its wait; each reducer looks at the clock twice inside.
    let reducer = try #require(cost(.reducer, "shop/add", in: app))
    #expect(reducer.calls == 2)
    #expect(abs(reducer.seconds - 0.002) < 1e-6)
    #expect(effect.seconds < 0.5)
    #expect(effect.worst < effect.seconds)
  }

  @Test("includes the memory that Lua allocated; the highest cost is first")
  func bytes() throws {
    let app = try app()
    app.host.isProfiling = true
    try app.run("shop.add{}")
    try app.run("shop.grow{}")
    let (small, large) = (
      try #require(cost(.reducer, "shop/add", in: app)), try #require(cost(.reducer, "shop/grow", in: app))
    )
    #expect(large.bytes > 100_000)
    #expect(small.bytes > 0 && small.bytes < large.bytes / 4)
    for _ in 0..<5 { try app.run("shop.add{}") }
    #expect(app.host.costs.first?.name == "shop/add")
  }

  @Test("is kept across a reload, and can be reset")
  func reload() throws {
    let app = try app()
    app.host.isProfiling = true
    try app.run("shop.add{}")
    _ = try app.reload("shop", as: Self.shop.replacing("+ 1", with: "+ 2"))
    try app.run("shop.add{}")
    #expect(cost(.reducer, "shop/add", in: app)?.calls == 2)
    app.host.forgetCosts()
    #expect(app.host.costs == [])
    try app.run("shop.add{}")
    #expect(cost(.reducer, "shop/add", in: app)?.calls == 1)
    #expect(try app.state("shop.count") == 5)
  }

  @Test("is counted for a failing reducer too, which is refused as usual")
  func failing() throws {
    let app = try TestHost(["counter": Source.counter, "cart": Source.cart, "badge": Source.badge])
    app.host.isProfiling = true
    #expect(app.failure("cart.add{ sku = 'bad' }").contains("no badge for bad"))
    #expect(cost(.reducer, "cart/add", in: app)?.calls == 1)
    #expect(cost(.reducer, "cart/add in badge", in: app)?.calls == 1)
    #expect(try app.state("cart.total") == 0)
  }
}
