import UDF

enum MarketRoute: Codable, Equatable, Sendable {
  case list
  case product(Int)
  case login
  case register
  case orders
  case vault
  case checkout(CheckoutRoute)
  case problem(String)

  static let checkout = Prism<MarketRoute, CheckoutRoute>(
    extract: { if case .checkout(let route) = $0 { route } else { nil } }, embed: MarketRoute.checkout)
}

enum MarketEvent: ScreenEvent {
  case productChosen(Int)
  case ordersTapped
  case checkoutTapped
  case loginTapped
  case registerTapped
  case loggedIn
  case vaultTapped
  case lost
  case confused
  case homeTapped
  case closed
  case finished
  case unheard
  case checkout(CheckoutEvent)

  static let checkout = Prism<MarketEvent, CheckoutEvent>(
    extract: { if case .checkout(let event) = $0 { event } else { nil } }, embed: MarketEvent.checkout)
}

struct MarketState: Equatable {
  var path = NavigationPath(MarketRoute.list)
  var isLoggedIn = false
  var checkout = CheckoutPermit()
}

enum MarketAction: Sendable {
  case navigation(NavigationAction<MarketEvent>)
  case logIn
  case giveAddress

  static let navigation = Prism<MarketAction, NavigationAction<MarketEvent>>(
    extract: { if case .navigation(let action) = $0 { action } else { nil } }, embed: MarketAction.navigation)
}

enum MarketFlow {
  static func flow() throws -> Flow<MarketState, MarketEvent, MarketRoute> {
    try outer().including(
      CheckoutFlow.flow(), state: \.checkout, event: MarketEvent.checkout, route: MarketRoute.checkout)
  }

  static let line: UInt = #line + 3

  static func outer() throws -> Flow<MarketState, MarketEvent, MarketRoute> {
    try Flow<MarketState, MarketEvent, MarketRoute>(start: .list) { event in
      switch event {
      case .productChosen(let id): [.push(.product(id))]
      case .ordersTapped: [.push(.orders)]
      case .checkoutTapped: [.push(.checkout(.address))]
      case .loginTapped: [.present(.login)]
      case .registerTapped: [.push(.register)]
      case .loggedIn: [.resume]
      case .vaultTapped: [.push(.product(1)), .push(.vault)]
      case .lost: [.push(.product(1)), .popTo(.orders)]
      case .confused: [.push(.problem("a"))]
      case .homeTapped: [.popTo(.list)]
      case .closed: [.dismiss]
      case .finished: [.finish]
      case .unheard: nil
      case .checkout(.paid): [.push(.orders)]
      case .checkout(.gaveUp): [.popTo(.list)]
      case .checkout: nil
      }
    }
    .guarded { route, market in
      switch route {
      case .orders, .checkout(.address): market.isLoggedIn ? .pass : .first(.login)
      case .vault: .refuse
      case .problem("a"): .first(.problem("b"))
      case .problem("b"): .first(.problem("a"))
      default: .pass
      }
    }
    .linked(
      LinkPattern("/products/:id"), to: { $0["id"].flatMap(Int.init).map(MarketRoute.product) },
      from: { if case .product(let id) = $0 { ["id": "\(id)"] } else { nil } }
    )
    .linked(LinkPattern("/"), to: { _ in .list }, from: { $0 == .list ? [:] : nil })
    .linked(LinkPattern("/orders"), to: { _ in .orders }, from: { $0 == .orders ? [:] : nil })
  }

  static func reducer(_ flow: Flow<MarketState, MarketEvent, MarketRoute>) -> Reducer<MarketState, MarketAction> {
    .combined(
      Reducer { market, action in
        switch action {
        case .logIn: market.isLoggedIn = true
        case .giveAddress: market.checkout.hasAddress = true
        case .navigation: break
        }
        return .none
      },
      flow.reducer(path: \.path, state: \.self, action: MarketAction.navigation))
  }
}
