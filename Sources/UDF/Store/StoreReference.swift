/// Passes a store to its own actor.
///
/// Unchecked, because the store is used only on the actor that made it, which the compiler cannot verify.
final class StoreReference<State, Action>: @unchecked Sendable {
  private weak var store: Store<State, Action>?

  init(_ store: Store<State, Action>) { self.store = store }

  func poll(on owner: isolated any Actor) { store?.poll() }
}
