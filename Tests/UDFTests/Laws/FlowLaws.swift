import SeededTesting
import Testing
import UDF

/// The laws that make composed flows predictable, over random journeys.
@Suite("Laws of flows")
struct FlowLaws {
  enum InnerAction {
    case navigation(NavigationAction<CheckoutEvent>)
    case giveAddress

    static let navigation = Prism<InnerAction, NavigationAction<CheckoutEvent>>(
      extract: { if case .navigation(let action) = $0 { action } else { nil } }, embed: InnerAction.navigation)
  }

  struct InnerState {
    var path = NavigationPath(CheckoutRoute.address)
    var permit = CheckoutPermit()
  }

  @Test("an inner flow behaves as it does alone")
  func inner() throws {
    let alone = Reducer.combined(
      Reducer { (state: inout InnerState, action: InnerAction) in
        if case .giveAddress = action { state.permit.hasAddress = true }
        return .none
      }, try CheckoutFlow.flow().reducer(path: \.path, state: \.permit, action: InnerAction.navigation))
    let inside = MarketFlow.reducer(try MarketFlow.flow())
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<200 {
      var inner = InnerState()
      var outer = MarketState(isLoggedIn: true)
      _ = inside.reduce(&outer, .navigation(.event(.checkoutTapped)))
      for _ in 0..<20 {
        let event: CheckoutEvent = Bool.random(using: &generator) ? .addressGiven : .termsTapped
        switch Int.random(in: 0...9, using: &generator) {
        case 0:
          _ = alone.reduce(&inner, .giveAddress)
          _ = inside.reduce(&outer, .giveAddress)
        case 1...3 where inner.path.entries.count > 1:
          _ = alone.reduce(&inner, .navigation(.back))
          _ = inside.reduce(&outer, .navigation(.back))
        default:
          _ = alone.reduce(&inner, .navigation(.event(event)))
          _ = inside.reduce(&outer, .navigation(.event(.checkout(event))))
        }
        #expect(outer.path.routes == [.list] + inner.path.routes.map(MarketRoute.checkout), "\(Seed.replay)")
        #expect(
          outer.path.entries.dropFirst().map(\.isModal) == inner.path.entries.map(\.isModal), "\(Seed.replay)")
      }
      _ = inside.reduce(&outer, .navigation(.event(.checkout(.paid))))
      #expect(outer.path.routes == [.list, .orders], "\(Seed.replay)")
    }
  }

  @Test("an inner flow without screens changes nothing")
  func outer() throws {
    let flow = try MarketFlow.flow()
    let (with, without) = (MarketFlow.reducer(flow), MarketFlow.reducer(try MarketFlow.outer()))
    let events: [MarketEvent] = [
      .productChosen(1), .ordersTapped, .loginTapped, .registerTapped, .loggedIn, .vaultTapped, .lost, .homeTapped,
      .closed, .finished, .unheard, .checkout(.gaveUp), .checkout(.paid), .checkout(.addressGiven),
    ]
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<200 {
      var (left, right) = (MarketState(), MarketState())
      for _ in 0..<20 {
        let event = events.randomElement(using: &generator)!
        let action: MarketAction = Int.random(in: 0...9, using: &generator) == 0 ? .logIn : .navigation(.event(event))
        _ = with.reduce(&left, action)
        _ = without.reduce(&right, action)
        #expect(left == right, "\(Seed.replay)")
      }
    }
  }
}
