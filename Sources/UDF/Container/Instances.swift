import Platform

/// The shared instances of one container, at most one of each type.
///
///     struct AppCore: Container {
///       let instances = Instances()
///       func dependency() -> any CacheStore { shared { MemoryCache() } }
///     }
public final class Instances: @unchecked Sendable {
  // Recursive, because making one instance may request others.
  private let lock = RecursiveLock()
  private var made: [ObjectIdentifier: any Sendable] = [:]
  private var underway: [Any.Type] = []

  /// Makes an empty set of instances.
  public init() {}

  func shared<Instance: Sendable, Failure: Error>(_ make: () throws(Failure) -> Instance) throws(Failure) -> Instance {
    try lock.withLock { () throws(Failure) in
      if let instance = self[Instance.self] { return instance }
      if let first = underway.firstIndex(where: { $0 == Instance.self }) {
        let cycle = CyclicDependency(underway[first...] + [Instance.self])
        guard let failure = cycle as? Failure else { fatalError(cycle.description) }
        throw failure
      }
      underway.append(Instance.self)
      defer { underway.removeLast() }
      let instance = try make()
      made[ObjectIdentifier(Instance.self)] = instance
      return instance
    }
  }

  subscript<Instance: Sendable>(type: Instance.Type) -> Instance? {
    get { lock.withLock { made[ObjectIdentifier(type)] as? Instance } }
    set { lock.withLock { made[ObjectIdentifier(type)] = newValue } }
  }
}
