import HostTesting
import Testing
import UDFHost

/// "Flux, MVVM, Redux, MobX side by side (repository search example)", from Lua; each test names its row. The row of thunks is
/// shown by `ThunkTests`.
@Suite("Flux, MVVM, Redux and MobX in Lua")
struct FourWaysTests {
  @Test("Flux dispatcher, several stores: two receive one action, and one that is gone receives none")
  func broadcast() throws {
    let app = try TestHost(["cart": Source.cart, "badge": Source.badge])
    try app.run("cart.add{ sku = 'a' }")
    #expect(try app.state("cart.total") == 1)
    #expect(try app.state("badge.seen") == 1)
    #expect(try app.reload("app", as: Source.app(["cart"]))?.ok == true)
    try app.run("cart.add{ sku = 'b' }")
    #expect(try app.reload("app", as: Source.app(["cart", "badge"]))?.ok == true)
    #expect(try app.state("cart.total") == 2)
    #expect(try app.state("badge.seen") == 1)
  }

  @Test("MVVM input/output: events go in, and what comes out can only be read")
  func inputOutput() throws {
    let app = try TestHost(["cart": Counted.cart, "counter": Source.counter])
    try app.host.event("counter.tap")
    #expect(try app.run("view.counter.label") == "count is 1")
    #expect(
      app.failure("state.counter.count = 7")
        == "prompt:1: counter.count is read-only here: only the reducers of 'counter' may write it")
    #expect(
      app.failure("computed.cart.total = 7")
        == "prompt:1: computed.total cannot be written: it is computed from the state")
    #expect(
      app.failure("view.counter.label = 'mine'")
        == "prompt:1: label is read-only: it is computed from the state and reused. To fix this, change a copy")
    #expect(
      app.failure("for _, shown in pairs(view) do shown.label = 'mine' end").hasPrefix("prompt:1: label is read-only"))
    #expect(app.failure("view.f = 5") == "prompt:1: view.f cannot be written: it is computed from the state")
    #expect(try app.run("getmetatable(view)") == false)
    #expect(try app.run("view.counter.label") == "count is 1")
  }

  @Test("Redux default case: an unknown action keeps the state, and nobody is notified")
  func unknown() throws {
    let app = try TestHost(["cart": Counted.cart])
    var commits = 0
    let subscription = app.host.subscribe { _ in commits += 1 }
    let before = try app.state()
    _ = try app.host.view(of: "cart")
    app.forgetEvents()
    #expect(app.failure("dispatch{ type = 'cart/nothing' }").hasPrefix("prompt:1: cart/nothing: no feature handles"))
    #expect(try app.state() == before)
    _ = try app.host.view(of: "cart")
    #expect(commits == 0 && app.logs == [])
    subscription.cancel()
  }

  @Test("MobX computed: N reads are one run, and unread it does not run")
  func computed() throws {
    let app = try TestHost(["cart": Counted.cart])
    try app.run("for i = 1, 100 do cart.add{ sku = 's' .. i } end")
    #expect(app.logs == [])
    for _ in 1...1000 { #expect(try app.host.computed("cart.total") == 100) }
    #expect(app.logs == ["info many", "info total"])
  }

  @Test("MobX reaction: setting an equal value does not start it")
  func reaction() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a", state = { text = "x" },
          reduce = { type = function(state, action) state.text = action.text end },
          reactions = { search = { "text", function(cx, text) cx.log("info", "search " .. text) end } },
        """)
    ])
    try app.run("dispatch{ type = 'a/type', text = 'x' } dispatch{ type = 'a/type', text = 'y' } a.type{ text = 'y' }")
    #expect(app.logs == ["info search y"])
  }
}
