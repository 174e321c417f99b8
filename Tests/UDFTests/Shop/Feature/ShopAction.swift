import UDF

enum ShopAction: Codable, Equatable, Sendable {
  case cart(CartAction)
  case catalog(CatalogAction)
  case wish(Int, WishAction)
  case checkout(CheckoutAction)
  case startCheckout

  static let cart = Prism<ShopAction, CartAction>(
    extract: { if case .cart(let action) = $0 { action } else { nil } }, embed: ShopAction.cart)
  static let catalog = Prism<ShopAction, CatalogAction>(
    extract: { if case .catalog(let action) = $0 { action } else { nil } }, embed: ShopAction.catalog)
  static let wish = Prism<ShopAction, (Int, WishAction)>(
    extract: { if case .wish(let index, let action) = $0 { (index, action) } else { nil } },
    embed: { .wish($0.0, $0.1) })
  static let checkout = Prism<ShopAction, CheckoutAction>(
    extract: { if case .checkout(let action) = $0 { action } else { nil } }, embed: ShopAction.checkout)
}
