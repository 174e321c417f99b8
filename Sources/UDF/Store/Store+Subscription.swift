extension Store {
  /// Calls `body` on the owner after each reduced action, until the subscription is cancelled or released.
  ///
  ///     let subscription = store.subscribe { count in print(count) }
  ///
  /// A call from outside of the owner is refused and reported.
  public func subscribe(_ body: @escaping (State) -> Void) -> Subscription {
    let subscriber = Subscriber(body)
    _ = asOwner("subscribe", "It was refused.") { subscribers.append(subscriber) }
    // Weak, so that a subscriber may retain its own subscription.
    return Subscription { [weak self, weak subscriber] in
      if let subscriber { self?.remove(subscriber) }
    }
  }

  private func remove(_ subscriber: Subscriber<State>) {
    subscriber.isActive = false
    if phase == .idle {
      subscribers.removeAll { $0 === subscriber }
    } else {
      hasCancelledSubscribers = true
      hasWork = true
    }
  }

  /// A stream of the present state and of the state after each action, until the store is released. A slow reader gets
  /// only the newest state.
  ///
  ///     for await count in store.states() { print(count) }
  public func states(
    buffering policy: AsyncStream<State>.Continuation.BufferingPolicy = .bufferingNewest(1)
  ) -> AsyncStream<State> where State: Sendable {
    AsyncStream(from: state, buffering: policy, subscribe)
  }
}
