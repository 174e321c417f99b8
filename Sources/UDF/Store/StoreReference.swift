/// Carries a store to its own actor and nowhere else.
///
/// Unchecked, because the store is only looked at on the actor that made it, which the compiler cannot see.
final class StoreReference<State, Action>: @unchecked Sendable {
  private weak var store: Store<State, Action>?

  init(_ store: Store<State, Action>) { self.store = store }

  func poll(on owner: isolated any Actor) { store?.poll() }
}
