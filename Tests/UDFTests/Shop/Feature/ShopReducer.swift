import UDF

/// One reducer per module, joined into the one of the shop.
enum ShopReducer {
  static var shop: Reducer<ShopState, ShopAction> {
    .combined(
      cart.lifted(state: \.cart, action: ShopAction.cart),
      catalog.lifted(state: \.catalog, action: ShopAction.catalog),
      wish.forEach(indexOf: \.wishes, action: ShopAction.wish),
      checkout.optional(\.checkout, action: ShopAction.checkout),
      navigation)
  }

  static var cart: Reducer<CartState, CartAction> {
    .combined(
      Reducer { cart, action in
        if case .add(let sku, let price) = action {
          cart.lines[sku, default: CartLine(price: price, quantity: 0)].quantity += 1
        }
        return .none
      },
      cartLine.forEach(\.lines, action: CartAction.line))
  }

  static var cartLine: Reducer<CartLine, CartLineAction> {
    Reducer { line, action in
      switch action {
      case .setQuantity(let quantity): line.quantity = quantity
      }
      return .none
    }
  }

  static var catalog: Reducer<CatalogState, CatalogAction> {
    Reducer { catalog, action in
      switch action {
      case .stockUpdated(let sku, let count): catalog.stock[sku] = count
      }
      return .none
    }
  }

  static var wish: Reducer<String, WishAction> {
    Reducer { wish, action in
      switch action {
      case .rename(let name): wish = name
      }
      return .none
    }
  }

  static var checkout: Reducer<CheckoutState, CheckoutAction> {
    Reducer { checkout, action in
      switch action {
      case .setAddress(let address): checkout.address = address
      }
      return .none
    }
  }

  static var navigation: Reducer<ShopState, ShopAction> {
    Reducer { shop, action in
      if action == .startCheckout { shop.checkout = CheckoutState() }
      return .none
    }
  }
}
