/// The baseline for Swift stores: the smallest possible store.
final class BareStore<State, Action> {
  private var state: State
  private let reducer: (inout State, Action) -> Void
  private let subscriber: (State) -> Void

  init(
    _ state: State, reducer: @escaping (inout State, Action) -> Void, subscriber: @escaping (State) -> Void
  ) {
    self.state = state
    self.reducer = reducer
    self.subscriber = subscriber
  }

  func send(_ action: Action) {
    reducer(&state, action)
    subscriber(state)
  }
}
