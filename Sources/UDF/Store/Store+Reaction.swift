extension Store {
  /// Calls `body` on the owner after each action that changed the value.
  ///
  ///     let reaction = store.reaction(to: \.query) { query in store.send(.search(query)) }
  public func reaction<Value: Equatable>(
    to value: @escaping (State) -> Value, _ body: @escaping (Value) -> Void
  ) -> Subscription {
    scope(value) { (action: Action) in action }.subscribe(body)
  }
}
