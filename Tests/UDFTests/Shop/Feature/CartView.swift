import UDF

/// What the cart screen shows; counts how often it is made.
struct CartView: ViewStateReducing {
  struct ViewState: Equatable {
    var title: String
  }

  let reductions: Collector<CartState>

  func reduce(_ cart: CartState) -> ViewState {
    reductions(cart)
    return ViewState(title: "\(cart.lines.count) articles, \(cart.total) €")
  }
}
