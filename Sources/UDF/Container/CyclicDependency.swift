/// A cycle of dependencies in a container, each of which requires the next.
///
///     do {
///       _ = try core.dependency() as any Keychain
///     } catch let cycle as CyclicDependency {
///       print(cycle.path)   // each type needs the next one
///     }
public struct CyclicDependency: Error, Equatable, CustomStringConvertible {
  /// The types in the order of their requests. The last is the first again.
  public let path: [String]

  init(_ path: some Sequence<Any.Type>) { self.path = path.map { String(reflecting: $0) } }

  public var description: String {
    """
    \(path[0]): cannot be made before itself
      \(arrows)
      To fix this, let one of them ask for the other when it is used, or move what both need into a third.
    """
  }

  var arrows: String { path.joined(separator: " → ") }
}
