struct ShopState: Codable, Equatable {
  var cart = CartState()
  var catalog = CatalogState()
  var wishes: [String] = []
  var checkout: CheckoutState?
}
