/// Services by their type, over the shared instances of a container: what is registered here is what the container shares,
/// and what the container has made is found here.
///
///     let core = AppCore()
///     let locator = ServiceLocator(core.instances)
///     locator.register(MemoryCache(), as: (any CacheStore).self)
///     let cache = try locator.retrieve((any CacheStore).self)
///
/// A type stands for itself, not for its name, so two of the same name in different places are two.
public struct ServiceLocator: Sendable {
  private let instances: Instances

  /// A locator over these instances, or over some of its own.
  public init(_ instances: Instances = Instances()) { self.instances = instances }

  /// Gives this service to whoever asks for the type from now on.
  public func register<Service: Sendable>(_ service: Service, as type: Service.Type = Service.self) {
    instances[type] = service
  }

  /// The service of this type.
  public func retrieve<Service: Sendable>(
    _ type: Service.Type = Service.self
  ) throws(ServiceNotFound) -> Service {
    guard let service = instances[type] else { throw ServiceNotFound(type) }
    return service
  }
}
