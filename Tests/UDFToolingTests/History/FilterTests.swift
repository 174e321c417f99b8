import HostTesting
import Testing
import UDFHost
import UDFTooling

@Suite("a filtered history")
struct FilterTests {
  private static func app() throws -> TestHost {
    let app = try TestHost(["cart": Source.cart, "badge": Source.badge, "counter": Source.counter])
    try app.run("cart.add{ sku = 'Milk' }")
    try app.run("counter.inc()")
    try app.host.send("cart/add", ["sku": "bread"])
    try app.run("cart.clear()")
    return app
  }

  private static func found(_ filter: String) throws -> [Int] {
    try app().host.history(try HistoryFilter(filter)).map(\.n)
  }

  @Test("shows actions that match all of its words: a type, a text, an origin, a path, and a number")
  func words() throws {
    #expect(try Self.found("") == [1, 2, 3, 4])
    #expect(try Self.found("cart/*") == [1, 3, 4])
    #expect(try Self.found("*/inc") == [2])
    #expect(try Self.found("milk") == [1])
    #expect(try Self.found("cart/a") == [1, 3])
    #expect(try Self.found("origin=native") == [3])
    #expect(try Self.found("path=badge.text") == [1, 3, 4])
    #expect(try Self.found("path=cart.items[1]") == [1, 4])
    #expect(try Self.found("2 cart/*") == [3, 4])
    #expect(try Self.found("cart/* origin=prompt path=cart.total") == [1, 4])
    #expect(try Self.found("path=state.badge.text") == [1, 3, 4])
    #expect(try Self.found("nothing") == [])
  }

  @Test("shows the action of a view event")
  func events() throws {
    let app = try Self.app()
    try app.host.event("counter.tap")
    #expect(try app.host.history(HistoryFilter("counter.tap")).map(\.n) == [5])
  }

  @Test("refuses an invalid filter")
  func refusals() throws {
    #expect(failure { _ = try HistoryFilter("0") } == ":hist: the count must be a positive integer, got 0")
    #expect(
      failure { _ = try HistoryFilter("origin=efect") }
        == ":hist: there is no origin \"efect\". Did you mean \"effect\"?")
    #expect(
      failure { _ = try HistoryFilter("type=x") }
        == ":hist: there is no filter \"type=\"; there are: origin=effect, path=cart.items")
    #expect(
      failure { _ = try Self.found("path=crt.total") }
        == "crt.total: there is no feature \"crt\". Did you mean \"cart\"?")
    #expect(failure { _ = try HistoryFilter("path=a..b") } == "a..b: this is not a path; write it as cart.items[1].qty")
  }
}
