import UDF

enum CartEvent: Sendable {
  case buyTapped(sku: String, price: Int)
}

struct CartEvents: EventActionMap {
  func action(for event: CartEvent) -> CartAction? {
    switch event {
    case .buyTapped(let sku, let price): .add(sku: sku, price: price)
    }
  }
}
