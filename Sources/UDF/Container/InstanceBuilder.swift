/// Makes ``Container/shared(_:)`` an instance of the type that its result is used as, not of the narrower one that its
/// closure happens to make.
///
/// A closure of one expression would decide the type: `shared { DiskCache() }` in a factory of `any CacheStore` would be
/// shared as a `DiskCache`, and what is registered as `any CacheStore` would not be found.
@resultBuilder public enum InstanceBuilder {
  public static func buildBlock<Instance>(_ instance: Instance) -> Instance { instance }
}
