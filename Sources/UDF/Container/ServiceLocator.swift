/// Finds services by their type in the shared instances of a container. Services that are registered here are shared by
/// the container, and instances that the container has made are found here.
///
///     let core = AppCore()
///     let locator = ServiceLocator(core.instances)
///     locator.register(MemoryCache(), as: (any CacheStore).self)
///     let cache = try locator.retrieve((any CacheStore).self)
///
/// Types are compared by identity, so two types with the same name in different scopes are different.
public struct ServiceLocator: Sendable {
  private let instances: Instances

  /// Makes a locator for these instances, or for new ones.
  public init(_ instances: Instances = Instances()) { self.instances = instances }

  /// Registers the service. From now on the locator returns it for this type.
  public func register<Service: Sendable>(_ service: Service, as type: Service.Type = Service.self) {
    instances[type] = service
  }

  /// Returns the service of this type.
  public func retrieve<Service: Sendable>(_ type: Service.Type = Service.self) throws(ServiceNotFound) -> Service {
    guard let service = instances[type] else { throw ServiceNotFound(type) }
    return service
  }
}
