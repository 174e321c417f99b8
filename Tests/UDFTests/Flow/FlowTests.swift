import Testing
import UDF

@MainActor @Suite("Flow")
struct FlowTests {
  let misuses = Collector<Misuse>()

  func store(
    _ state: MarketState = MarketState(), _ flow: Flow<MarketState, MarketEvent, MarketRoute>? = nil
  ) throws -> Store<MarketState, MarketAction> {
    Store(state, reducer: MarketFlow.reducer(try flow ?? MarketFlow.flow()), onMisuse: { [misuses] in misuses($0) })
  }

  func go(_ store: Store<MarketState, MarketAction>, _ events: MarketEvent...) -> [MarketRoute] {
    for event in events { store.send(.navigation(.event(event))) }
    return store.state.path.routes
  }

  @Test("an event of a screen shows the next one, and back returns until the first screen")
  func events() throws {
    let store = try store()
    #expect(go(store, .productChosen(1), .productChosen(2)) == [.list, .product(1), .product(2)])
    store.send(.navigation(.back))
    #expect(store.state.path.routes == [.list, .product(1)])
    store.send(.navigation(.back))
    store.send(.navigation(.back))
    #expect(store.state.path.routes == [.list])
    #expect(misuses.elements == [])
  }

  @Test("a guard sends the user to the login first, and then to the requested screen")
  func guarded() throws {
    let store = try store()
    #expect(go(store, .ordersTapped) == [.list, .login])
    #expect(store.state.path.top.wanted == .orders)
    #expect(go(store, .registerTapped) == [.list, .login, .register])
    store.send(.logIn)
    #expect(go(store, .loggedIn) == [.list, .orders])
    #expect(store.state.path.top.wanted == nil)
  }

  @Test("after a login without a requested screen, the user returns to the former screen")
  func resumeWithoutWish() throws {
    let store = try store()
    #expect(go(store, .productChosen(1), .loginTapped) == [.list, .product(1), .login])
    #expect(go(store, .loggedIn) == [.list, .product(1)])
  }

  @Test("a user who continues without a login is asked again")
  func resumeUnchanged() throws {
    let store = try store()
    #expect(go(store, .ordersTapped, .loggedIn) == [.list, .login])
    #expect(store.state.path.top.wanted == .orders)
  }

  @Test("a guard that refuses stops all steps of the event, and this is not a misuse")
  func refused() throws {
    let store = try store()
    #expect(go(store, .vaultTapped) == [.list])
    #expect(misuses.elements == [])
  }

  @Test("of several steps, all are done or none")
  func atomic() throws {
    let store = try store()
    let before = store.state
    #expect(go(store, .lost) == [.list])
    #expect(store.state == before)
    #expect(misuses.elements.count == 1)
  }

  @Test("an inner flow shows its own screens and reports its end; its other events reach the outer flow")
  func inner() throws {
    let store = try store(MarketState(isLoggedIn: true, checkout: CheckoutPermit(hasAddress: true)))
    #expect(
      go(store, .productChosen(1), .checkoutTapped, .checkout(.addressGiven), .checkout(.termsTapped))
        == [.list, .product(1), .checkout(.address), .checkout(.payment), .checkout(.terms)])
    #expect(store.state.path.top.isModal)
    #expect(go(store, .closed, .checkout(.paid)) == [.list, .product(1), .orders])
    #expect(go(store, .checkoutTapped, .checkout(.gaveUp)) == [.list])
    #expect(misuses.elements == [])
  }

  @Test("the guards of outer and inner flows run for an inner screen")
  func innerGuards() throws {
    let store = try store()
    #expect(go(store, .checkoutTapped) == [.list, .login])
    store.send(.logIn)
    #expect(go(store, .loggedIn) == [.list, .checkout(.address)])
    #expect(go(store, .checkout(.addressGiven)) == [.list, .checkout(.address)])
    store.send(.giveAddress)
    #expect(go(store, .checkout(.addressGiven)) == [.list, .checkout(.address), .checkout(.payment)])
  }

  @Test("an event of an inner flow without screens reaches the outer one")
  func late() throws {
    let store = try store(MarketState(isLoggedIn: true))
    #expect(go(store, .checkout(.paid)) == [.list, .orders])
    #expect(go(store, .checkout(.addressGiven)) == [.list, .orders])
    #expect(misuses.elements.map(\.kind) == [.navigation])
  }

  @Test("an impossible step is reported, with the flow, the consequence and the fix")
  func reports() throws {
    let store = try store()
    _ = go(store, .unheard, .lost, .closed, .confused, .finished)
    store.send(.navigation(.open("/nowhere")))
    #expect(store.state == MarketState())
    let place = "UDFTests/MarketFlow.swift:\(MarketFlow.line): "
    let unchanged = "  The path is unchanged.\n  To fix this, "
    #expect(
      misuses.elements.map(\.description) == [
        "\(place)MarketEvent.unheard: no flow answers it\n\(unchanged)"
          + "answer it in the flow; with no steps, if it leads nowhere",
        "\(place)MarketEvent.lost: no screen of the path has the route orders\n\(unchanged)"
          + "push it, or pop to one that is there",
        "\(place)MarketEvent.closed: no screen is presented\n\(unchanged)"
          + "present one first, or pop what was pushed",
        "\(place)MarketEvent.confused: guards send in a circle: "
          + "problem(\"a\") → problem(\"b\") → problem(\"a\")\n\(unchanged)let one of these routes pass",
        "\(place)MarketEvent.finished: a flow that is in no other one cannot finish\n\(unchanged)"
          + "pop its screens, or include it in the flow that it returns to",
        "\(place)link /nowhere: it leads nowhere\n\(unchanged)"
          + "give the flow a screen for such links: flow.notFound { … }",
      ])
  }

  @Test("a link shows its route from anywhere, with the same guards")
  func links() throws {
    let store = try store()
    _ = go(store, .productChosen(1), .productChosen(2))
    store.send(.navigation(.open("app://market/products/7?from=mail")))
    #expect(store.state.path.routes == [.list, .product(7)])
    #expect(store.state.path.entries.map(\.id) == [0, 3])
    store.send(.navigation(.open("/orders")))
    #expect(store.state.path.routes == [.list, .login])
    store.send(.logIn)
    #expect(go(store, .loggedIn) == [.list, .orders])
    store.send(.navigation(.open("app://market")))
    #expect(store.state.path.routes == [.list])
    store.send(.navigation(.open("/checkout/terms")))
    #expect(store.state.path.routes == [.list, .checkout(.terms)])
    #expect(misuses.elements == [])
  }

  @Test("a link without a route shows the screen for it, which receives the reason")
  func deadLinks() throws {
    let flow = try MarketFlow.flow().notFound { link, error in .problem(error?.description ?? "unknown: \(link)") }
    let store = try store(MarketState(), flow)
    store.send(.navigation(.open("/products/seven")))
    #expect(store.state.path.routes == [.list, .problem("unknown: /products/seven")])
    store.send(.navigation(.open("/products/%")))
    #expect(
      store.state.path.routes == [
        .list,
        .problem(
          "link /products/%: a % in \"%\" is not followed by two hexadecimal digits\n"
            + "  To fix this, write the % itself as %25"),
      ])
    #expect(misuses.elements == [])
  }

  @Test("of two matching links, the more specific one applies, in any order")
  func narrowerLink() throws {
    let flow = try MarketFlow.flow()
      .linked(LinkPattern("/products/1"), to: { _ in .register }, from: { $0 == .register ? [:] : nil })
    #expect(try flow.route(of: Link("/products/1")) == .register)
    #expect(try flow.route(of: Link("/products/2")) == .product(2))
  }

  @Test("a route has a link, also one of an inner flow")
  func linksOut() throws {
    let flow = try MarketFlow.flow()
    #expect(try flow.link(to: .product(7)) == "/products/7")
    #expect(try flow.link(to: .list) == "/")
    #expect(try flow.link(to: .checkout(.terms)) == "/checkout/terms")
    #expect(try flow.link(to: .login) == nil)
  }

  @Test("the path is in the history like other state")
  func undo() throws {
    typealias History = Recorded<MarketState>
    let reducer = try MarketFlow.flow()
      .reducer(path: \History.path, state: \History.value, action: MarketAction.navigation).recorded()
    let store = Store(Recorded(MarketState(isLoggedIn: true), historyLimit: 10), reducer: reducer)
    store.send(.navigation(.event(.productChosen(1))))
    store.send(.navigation(.open("/orders")))
    #expect(store.state.path.routes == [.list, .orders])
    store.undo()
    #expect(store.state.path.routes == [.list, .product(1)])
    store.undo()
    #expect(store.state.path.routes == [.list])
    store.redo()
    #expect(store.state.path.routes == [.list, .product(1)])
  }
}
