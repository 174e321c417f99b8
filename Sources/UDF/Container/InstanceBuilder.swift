/// Gives the instance of ``Container/shared(_:)`` the type that its result has in the caller, instead of the narrower
/// type that the closure makes.
///
/// Without it, `shared { DiskCache() }` in a factory of `any CacheStore` would not be found as `any CacheStore`.
@resultBuilder public enum InstanceBuilder {
  /// Returns the instance of the closure.
  public static func buildBlock<Instance>(_ instance: Instance) -> Instance { instance }
}
