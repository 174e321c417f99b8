/// The containers of a coder that is used again, by the types of their keys. Making a container costs the runtime
/// look-ups of generic types, which take longer than to code a field. Containers retain their coder.
final class KeptContainers {
  private final class Kept<Container> {
    let container: Container

    init(_ container: Container) { self.container = container }
  }

  private var containers: [ObjectIdentifier: AnyObject] = [:]
  /// The container of the last call: to compare one type takes less time than to look it up.
  private var last: (type: ObjectIdentifier, container: AnyObject)?

  /// Returns the container for a type of keys. All calls for the same type must have the same `Container`.
  @inline(__always) func container<Key, Container>(for type: Key.Type, _ make: () -> Container) -> Container {
    let type = ObjectIdentifier(type)
    if let last, last.type == type { return unsafeDowncast(last.container, to: Kept<Container>.self).container }
    let kept = containers[type] ?? keep(type, make())
    last = (type, kept)
    return unsafeDowncast(kept, to: Kept<Container>.self).container
  }

  func drop() { (containers, last) = ([:], nil) }

  // A function of its own, because its types are looked up at its start.
  @inline(never) private func keep<Container>(_ type: ObjectIdentifier, _ container: Container) -> AnyObject {
    let kept = Kept(container)
    containers[type] = kept
    return kept
  }
}
