/// Two or more dependencies of a container that each need the other to be made first.
public struct CyclicDependency: Error, Equatable, CustomStringConvertible {
  /// The types in the order in which they were asked for; the last is the first again.
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
