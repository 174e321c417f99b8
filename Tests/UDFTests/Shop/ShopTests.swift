import Foundation
import Testing
import UDF
import UDFTesting

/// The rows of "Store and reduce (shop example)"; each test names its row.
@MainActor @Suite("Shop: store and reduce")
struct ShopTests {
  let misuses = Collector<Misuse>()

  func store(_ state: ShopState = ShopState(), middleware: [Middleware<ShopState, ShopAction>] = []) -> Store<
    ShopState, ShopAction
  > {
    Store(state, reducer: ShopReducer.shop, middleware: middleware, onMisuse: { [misuses] in misuses($0) })
  }

  @Test("Store / send: the only mutation; the state is read-only elsewhere")
  func onlyMutation() {
    let store = store()
    var copy = store.state
    copy.cart.lines["A1"] = CartLine(price: 1)
    #expect(store.state == ShopState())
    #expect(
      !(\Store<ShopState, ShopAction>.state
        is ReferenceWritableKeyPath<Store<ShopState, ShopAction>, ShopState>))
    store.send(.cart(.add(sku: "A1", price: 20)))
    #expect(store.state.cart.lines == ["A1": CartLine(price: 20)])
  }

  @Test("composed reducers: one per module, in the order in which they are written")
  func order() {
    let log = Collector<String>()
    func module(_ name: String) -> Reducer<String, Int> {
      Reducer { state, action in
        log("\(name) sees \(state)")
        state += name
        return .none
      }
    }
    let reducer = Reducer.combined(module("cart"), module("catalog"), module("checkout"))
    for _ in 0..<10 {
      var state = ""
      _ = reducer.reduce(&state, 0)
      #expect(state == "cartcatalogcheckout")
    }
    #expect(log.elements.prefix(3) == ["cart sees ", "catalog sees cart", "checkout sees cartcatalog"])
  }

  @Test("history and JSON: the actions that led to the bug restore it, and so does the saved state")
  func restore() throws {
    let history = Collector<ShopAction>()
    let store = store(middleware: [Middleware(before: { _, action in history(action) })])
    let script: [ShopAction] = [
      .cart(.add(sku: "A1", price: 20)), .cart(.add(sku: "B2", price: 5)),
      .cart(.line(sku: "B2", .setQuantity(3))), .catalog(.stockUpdated(sku: "A1", count: 9)), .startCheckout,
      .checkout(.setAddress("12 High Street")),
    ]
    for action in script { store.send(action) }

    let savedState = try JSONEncoder().encode(store.state)
    #expect(try JSONDecoder().decode(ShopState.self, from: savedState) == store.state)

    let savedHistory = try JSONEncoder().encode(history.elements)
    let restarted = self.store()
    for action in try JSONDecoder().decode([ShopAction].self, from: savedHistory) { restarted.send(action) }
    #expect(restarted.state == store.state)
    #expect(restarted.revision == 6)
  }

  @Test("previewable: any initial state shows its view")
  func preview() throws {
    let json = #"{"cart":{"lines":{"A1":{"price":20,"quantity":2}}},"catalog":{"stock":{}},"wishes":[]}"#
    let state = try JSONDecoder().decode(ShopState.self, from: Data(json.utf8))
    let model = ViewModel(
      store(state).scope(\.cart, action: ShopAction.cart), events: CartEvents(),
      view: CartView(reductions: Collector()))
    #expect(model.state == CartView.ViewState(title: "1 articles, 40 €"))
  }

  @Test("store per feature: 10,000 actions of the catalog reduce the cart's view 0 times")
  func noCrossRefresh() {
    let store = store()
    let reductions = Collector<CartState>()
    let model = ViewModel(
      store.scope(\.cart, action: ShopAction.cart), events: CartEvents(),
      view: CartView(reductions: reductions))
    let before = reductions.elements.count
    for count in 0..<10_000 { store.send(.catalog(.stockUpdated(sku: "A1", count: count))) }
    #expect(reductions.elements.count - before == 0)
    model.handle(event: .buyTapped(sku: "A1", price: 20))
    #expect(reductions.elements.count - before == 1)
    #expect(model.state.title == "1 articles, 20 €")
  }

  @Test("lifted, keyed, optional reducers: a missing key or index is a no-op, reported")
  func missingElements() {
    let store = store(ShopState(wishes: ["boat"]))
    store.send(.cart(.line(sku: "A1", .setQuantity(2))))
    store.send(.wish(1, .rename("car")))
    store.send(.checkout(.setAddress("nowhere")))
    #expect(store.state == ShopState(wishes: ["boat"]))
    #expect(misuses.elements.map(\.kind) == [.missingElement, .missingElement, .missingElement])

    store.send(.cart(.add(sku: "A1", price: 20)))
    store.send(.cart(.line(sku: "A1", .setQuantity(2))))
    store.send(.wish(0, .rename("car")))
    store.send(.startCheckout)
    store.send(.checkout(.setAddress("12 High Street")))
    #expect(store.state.cart.total == 40)
    #expect(store.state.wishes == ["car"])
    #expect(store.state.checkout?.address == "12 High Street")
    #expect(misuses.elements.count == 3)
  }

  @Test("async middleware: answers an action with work, whose result is an action like any other")
  func asyncMiddleware() async {
    let clock = TestClock()
    let stock = Middleware<ShopState, ShopAction>(effect: { shop, action in
      guard case .cart(.add(let sku, _)) = action else { return .none }
      let left = shop.catalog.stock[sku, default: 0] - 1
      return .run { send in
        try? await clock.sleep(for: .seconds(1))
        send(.catalog(.stockUpdated(sku: sku, count: left)))
      }
    })
    let store = store(ShopState(catalog: CatalogState(stock: ["A1": 9])), middleware: [stock])
    store.send(.cart(.add(sku: "A1", price: 20)))
    #expect(store.state.cart.total == 20)
    #expect(store.state.catalog.stock == ["A1": 9])
    await clock.asleep(1)
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state.catalog.stock == ["A1": 8])
  }
}
