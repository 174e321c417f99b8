import HostTesting
import Testing
import UDF
import UDFHost

@Suite("a subscription")
struct SubscriptionTests {
  @Test("receives each committed action in order, with its changes, and no other")
  func commits() throws {
    let app = try TestHost(["cart": Source.cart])
    var seen: [String] = []
    let first = app.host.subscribe { commit in
      seen.append(
        "1 \(commit.n) \(commit.type) \(commit.origin) \(commit.hasChanges) \(commit.changes.map(\.path))")
    }
    let second = app.host.subscribe { seen.append("2 \($0.n)") }
    try app.run("cart.add{ sku = 'A1' }")
    _ = app.failure("cart.remove{ at = 7 }")
    #expect(seen == ["1 1 cart/add prompt true [cart.items[1], cart.total]", "2 1"])
    first.cancel()
    try app.run("cart.add{ sku = 'A1' }")
    #expect(seen.last == "2 3")
    second.cancel()
    try app.run("cart.add{ sku = 'A1' }")
    #expect(seen.count == 3)
  }

  @Test("that another one cancels receives nothing more")
  func cancelsAnother() throws {
    let app = try TestHost(["counter": Source.counter])
    var seen = 0
    var later: Subscription?
    let first = app.host.subscribe { _ in later?.cancel() }
    later = app.host.subscribe { _ in seen += 1 }
    try app.run("counter.inc()")
    #expect(seen == 0)
    first.cancel()
  }

  /// Adds two numbers; the view refuses what is below zero.
  private static let sum = Source.feature(
    """
      name = "sum",
      state = { a = 1, b = 2 },
      reduce = { set = function(state, action) state.a, state.b = action.a, action.b end },
      computed = { total = { "a", "b", function(a, b) return a + b end } },
      view = function(state, computed)
        if state.a < 0 then error("below zero", 0) end
        return { text = "sum " .. computed.total }
      end,
    """)

  @Test("to a view state or a computed value receives each new value")
  func derived() throws {
    let app = try TestHost(["sum": Self.sum])
    var (texts, totals) = ([Value](), [Value]())
    let subscriptions = [
      try app.host.subscribe(at: "view.sum.text") { texts.append($0) },
      try app.host.subscribe(at: "computed.sum.total") { totals.append($0) },
    ]
    try app.run("sum.set{ a = 2, b = 1 }")
    #expect(texts == ["sum 3"] && totals == [3])
    try app.run("sum.set{ a = 3, b = 1 }")
    #expect(texts == ["sum 3", "sum 4"] && totals == [3, 4])
    _ = try app.host.undo()
    #expect(try app.reload("sum", as: Self.sum.replacing("\"sum \"", with: "\"total \""))?.ok == true)
    #expect(texts == ["sum 3", "sum 4", "sum 3", "total 3"] && totals == [3, 4, 3])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("is not needed to read a view state or a computed value, and a misspelled one is refused")
  func read() throws {
    let app = try TestHost(["sum": Self.sum])
    #expect(try app.host.value(at: "view.sum.text") == "sum 3")
    #expect(try app.host.value(at: "view.sum.other") == .none)
    #expect(try app.host.value(at: "computed.sum.total") == 3)
    #expect(
      failure { _ = try app.host.value(at: "computed.sum.totl") }.hasPrefix("computed: there is no \"sum.totl\"."))
    #expect(
      failure { _ = try app.host.subscribe(at: "computed.sum.totl") { _ in } }
        == failure { _ = try app.host.value(at: "computed.sum.totl") })
    try app.run("sum.set{ a = -1, b = 1 }")
    #expect(
      failure { _ = try app.host.value(at: "view.sum.text") }.hasPrefix("sum.lua:8: view of sum: below zero"))
  }

  @Test("to a view state reports an error of the view once, and then receives the next value")
  func failing() throws {
    let app = try TestHost(["sum": Self.sum])
    var texts: [Value] = []
    let subscription = try app.host.subscribe(at: "view.sum.text") { texts.append($0) }
    for b in 1...3 { try app.run("sum.set{ a = -1, b = \(b) }") }
    #expect(app.errors.map(\.message) == ["sum.lua:8: view of sum: below zero"])
    #expect(texts == ["sum 3"])
    try app.run("sum.set{ a = 4, b = 4 }")
    #expect(texts == ["sum 3", "sum 8"])
    #expect(
      failure { _ = try app.host.subscribe(at: "view.som.text") { _ in } }
        == "view: there is no feature \"som\". Did you mean \"sum\"?")
    #expect(
      failure { _ = try app.host.subscribe(at: "view") { _ in } } == "view: takes a feature's name: view.cart")
    subscription.cancel()
  }

  @Test("to a path receives the present value and each new one")
  func path() throws {
    let app = try TestHost(["cart": Source.cart, "counter": Source.counter])
    var lines: [Value] = []
    var quantities: [Value] = []
    var counts: [Value] = []
    let subscriptions = [
      try app.host.subscribe(at: "cart.items") { lines.append($0) },
      try app.host.subscribe(at: "cart.items[2].qty") { quantities.append($0) },
      try app.host.subscribe(at: "counter.count") { counts.append($0) },
    ]
    try app.run("cart.add{ sku = 'A', qty = 1 }")
    try app.run("cart.add{ sku = 'B', qty = 2 }")
    try app.run("cart.add{ sku = 'C', qty = 2 }")
    try app.run("cart.remove{ at = 1 }")
    try app.run("counter.inc{ by = 0 }")
    try app.run("cart.clear()")
    #expect(lines.count == 6)
    #expect(quantities == [nil, 2, nil])
    #expect(counts == [0])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("to a path that is not valid, or not in a feature, is refused")
  func badPath() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(
      failure { _ = try app.host.subscribe(at: "counter..count") { _ in } }
        == "counter..count: this is not a path; write it as cart.items[1].qty")
    #expect(
      failure { _ = try app.host.subscribe(at: "countr.count") { _ in } }
        == "countr.count: there is no feature \"countr\". Did you mean \"counter\"?")
    #expect(
      failure { _ = try app.host.value(at: "counter.count.x") }
        == "counter.count.x: counter.count is number 0; there is nothing inside it")
    #expect(try app.state("counter.nothing") == .none)
  }

  @Test("as a sequence of values skips to the newest for a slow reader, and ends with the host")
  func values() async throws {
    var app: TestHost? = try TestHost(["counter": Source.counter])
    var values = try #require(try app?.host.values(at: "counter.count")).makeAsyncIterator()
    #expect(await values.next() == 0)
    try app?.run("counter.inc()")
    #expect(await values.next() == 1)
    try app?.run("counter.inc()")
    try app?.run("counter.inc()")
    _ = try app?.host.undo()
    #expect(await values.next() == 2)
    app = nil
    #expect(await values.next() == nil)
  }

  @Test("as a sequence of records has every committed action, and ends with the host")
  func records() async throws {
    var app: TestHost? = try TestHost(["counter": Source.counter])
    let records = try #require(app?.host.records())
    try app?.run("counter.inc{ by = 2 }")
    _ = app?.failure("counter.inc{ by = 'x' }")
    try app?.host.send("counter/reset")
    app = nil
    var seen: [ActionRecord] = []
    for await record in records { seen.append(record) }
    #expect(seen.map(\.n) == [1, 3])
    #expect(seen.map(\.type) == ["counter/inc", "counter/reset"])
    #expect(seen.map(\.fields) == [["by": 2], [:]])
    #expect(seen.map(\.changes.count) == [1, 1])
  }
}
