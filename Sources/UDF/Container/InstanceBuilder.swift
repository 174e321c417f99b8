/// Gives the instance of ``Container/shared(_:)`` the type that its result has in the caller, instead of the narrower
/// type that the closure makes.
///
/// Without it, a closure of one expression would determine the type: `shared { DiskCache() }` in a factory of `any
/// CacheStore` would be shared as a `DiskCache`, and would not be found as `any CacheStore`.
@resultBuilder public enum InstanceBuilder {
  public static func buildBlock<Instance>(_ instance: Instance) -> Instance { instance }
}
