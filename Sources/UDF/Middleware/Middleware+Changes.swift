import Platform

extension Middleware {
  /// Prints each action and its changes, one line for each path.
  ///
  ///     let store = Store(AppState(), reducer: app)
  ///     store.middleware = [.printingChanges()]
  ///     store.send(.cart(.add("A1")))
  ///     // AppAction.cart(CartAction.add("A1"))
  ///     //   state.cart.items[0]: + "A1"
  ///     //   state.cart.count: 0 → 1
  ///
  /// For debugging only: it keeps the former state, so a collection that the action changes is copied.
  ///
  /// - Parameter print: receives the text of one action; by default the text is written to standard error.
  public static func printingChanges(to print: (@Sendable (String) -> Void)? = nil) -> Middleware {
    let print = print ?? { Misuse.print($0) }
    // Used only on the owner of the store, between two actions.
    nonisolated(unsafe) var before: State?
    return Middleware(
      before: { state, _ in before = state },
      after: { state, action in
        let changes = before.map { ChangeList("state", from: $0, to: state) }
        before = nil
        let text = changes?.text ?? ""
        print("\(String(reflecting: action))\n\(text.isEmpty ? "  no change" : String(text.dropLast()))")
      })
  }
}
