/// An entry in a store's list of subscribers.
@usableFromInline final class Subscriber<State> {
  @usableFromInline let body: (State) -> Void
  @exclusivity(unchecked) @usableFromInline var isActive = true

  init(_ body: @escaping (State) -> Void) { self.body = body }
}
