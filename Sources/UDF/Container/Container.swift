/// The dependencies of an app: a protocol of factory functions, which differ in their result types.
///
/// A package declares its factories as requirements of a protocol and defines their defaults in an extension. An app
/// has one small core. A factory that the core declares replaces the default wherever the package requests its type.
///
///     protocol NewsCore: Container {
///       func dependency() -> any HTTPClient
///       func dependency() -> any CacheStore
///     }
///
///     extension NewsCore {
///       func dependency() -> any CacheStore { shared { LiveCache(http: dependency()) } }
///     }
///
///     struct AppCore: NewsCore {
///       let instances = Instances()
///       func dependency() -> any HTTPClient { shared { LiveHTTPClient() } }
///       func dependency() -> any CacheStore { shared { MemoryCache() } }
///     }
///
/// The compiler reports a declared factory without a default. ``resolve()`` reports what is only known at run time. The
/// program that makes the app calls it first.
public protocol Container: Sendable {
  /// The instances that ``shared(_:)`` has made. This is a stored property, so that each container has its own.
  var instances: Instances { get }

  /// Makes the dependencies that the app requires, and throws if one of them cannot be made. The default does nothing.
  ///
  ///     func resolve() throws {
  ///       try require({ dependency() as any CacheStore }, { try dependency() as any Keychain })
  ///     }
  func resolve() throws
}

extension Container {
  /// Does nothing.
  public func resolve() throws {}

  /// Makes one instance with each factory. Reports all that cannot be made in one error.
  public func require<each Dependency>(
    _ factories: repeat () throws -> each Dependency
  ) throws(UnresolvedDependencies) {
    var problems: [UnresolvedDependencies.Problem] = []
    var count = 0
    for (factory, type) in repeat (each factories, (each Dependency).self) {
      count += 1
      do { _ = try factory() } catch { problems.append(UnresolvedDependencies.Problem(type, error)) }
    }
    guard problems.isEmpty else { throw UnresolvedDependencies(core: Self.self, problems: problems, required: count) }
  }

  /// The only instance of this type in this container. The first request makes it. May be called from any thread.
  ///
  /// While one thread makes the instance, other threads wait, so `make` must not wait for a thread that may request it
  /// too. If `make` throws, the next request calls it again.
  ///
  /// - Throws: the error of `make`, or ``CyclicDependency``, which ends the process if the factories cannot throw.
  public func shared<Dependency: Sendable, Failure: Error>(
    @InstanceBuilder _ make: () throws(Failure) -> Dependency
  ) throws(Failure) -> Dependency {
    try instances.shared(make)
  }
}
