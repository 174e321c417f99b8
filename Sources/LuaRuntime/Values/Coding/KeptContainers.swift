/// The containers of a coder that is used again, by the types of their keys. Making a container costs the runtime
/// look-ups of generic types, which take longer than to code a field. Containers retain their coder.
struct KeptContainers {
  private final class Kept<Container> {
    let container: Container

    init(_ container: Container) { self.container = container }
  }

  private var containers: [ObjectIdentifier: AnyObject] = [:]

  /// Returns the container for a type of keys. All calls for the same type must have the same `Container`.
  @inline(__always) mutating func container<Key, Container>(
    for type: Key.Type, _ make: () -> Container
  ) -> Container {
    let kept = containers[ObjectIdentifier(type)] ?? keep(type, make())
    return unsafeDowncast(kept, to: Kept<Container>.self).container
  }

  // A function of its own, because its types are looked up at its start.
  @inline(never) private mutating func keep<Key, Container>(_ type: Key.Type, _ container: Container) -> AnyObject {
    let kept = Kept(container)
    containers[ObjectIdentifier(type)] = kept
    return kept
  }
}
