import HostTesting
import Testing
import UDFHost

/// Row "store per feature" of "Store and reduce (shop example)", from Lua; "lifted, keyed, optional reducers" is shown by
/// ``KeyedTests``.
@Suite("Shop in Lua: stores beside one another")
struct ShopStoreTests {
  @Test("store per feature: 10,000 actions in A, and the view of B runs 0 times")
  func perFeature() throws {
    let app = try TestHost(["cart": Counted.cart, "counter": Source.counter])
    try app.run("cart.add{ sku = 'a' }")
    var seen = 0
    let host = app.host
    let view = try host.view(of: "cart")
    app.forgetEvents()
    // Like a screen that is drawn after every action.
    let subscription = host.subscribe { _ in
      if (try? host.view(of: "cart")) == view { seen += 1 }
    }
    try app.run("for i = 1, 10000 do counter.inc{} end")
    #expect(seen == 10000)
    #expect(Counted.runs(app) == [])
    subscription.cancel()
  }
}
