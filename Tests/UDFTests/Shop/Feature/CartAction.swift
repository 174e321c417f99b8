import UDF

enum CartAction: Codable, Equatable, Sendable {
  case add(sku: String, price: Int)
  case line(sku: String, CartLineAction)

  static let line = Prism<CartAction, (String, CartLineAction)>(
    extract: { if case .line(let sku, let action) = $0 { (sku, action) } else { nil } },
    embed: { .line(sku: $0.0, $0.1) })
}
