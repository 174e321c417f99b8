import UDF

enum CheckoutRoute: Codable, Equatable, Sendable {
  case address
  case payment
  case terms
}

enum CheckoutEvent: ScreenEvent {
  case addressGiven
  case termsTapped
  case paid
  case gaveUp
}

struct CheckoutPermit: Equatable {
  var hasAddress = false
}

/// A flow that can run without the shop.
enum CheckoutFlow {
  static func flow() throws -> Flow<CheckoutPermit, CheckoutEvent, CheckoutRoute> {
    Flow(start: .address) { event in
      switch event {
      case .addressGiven: [.push(.payment)]
      case .termsTapped: [.present(.terms)]
      case .paid: [.finish]
      case .gaveUp: nil
      }
    }
    .guarded { route, permit in route == .payment && !permit.hasAddress ? .refuse : .pass }
    .linked(try LinkPattern("/checkout/terms"), to: { _ in .terms }, from: { $0 == .terms ? [:] : nil })
  }
}
