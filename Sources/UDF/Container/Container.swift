/// What an app is built of: a protocol of factory functions, told apart by what they return.
///
/// A package declares its factories as requirements of a protocol and writes their defaults in an extension. An app has one
/// small core; a factory it declares itself takes the place of the default wherever the package asks its core for that type.
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
/// A factory that is declared and has no default is missed by the compiler. What is known only at run time is missed by
/// ``resolve()``, which whoever builds the app calls before anything else.
public protocol Container: Sendable {
  /// What ``shared(_:)`` has made. A stored property, so that each container has its own.
  var instances: Instances { get }

  /// Makes what the app cannot do without, and throws if something of that cannot be made; nothing unless declared.
  ///
  ///     func resolve() throws {
  ///       try require({ dependency() as any CacheStore }, { try dependency() as any Keychain })
  ///     }
  func resolve() throws
}

extension Container {
  public func resolve() throws {}

  /// Makes one of each, and names all that cannot be made in one error.
  public func require<each Dependency>(
    _ factories: repeat () throws -> each Dependency
  ) throws(UnresolvedDependencies) {
    var problems: [UnresolvedDependencies.Problem] = []
    var count = 0
    for factory in repeat each factories {
      count += 1
      if let problem = problem(of: factory) { problems.append(problem) }
    }
    guard problems.isEmpty else { throw UnresolvedDependencies(core: Self.self, problems: problems, required: count) }
  }

  private func problem<Dependency>(of factory: () throws -> Dependency) -> UnresolvedDependencies.Problem? {
    do {
      _ = try factory()
      return nil
    } catch {
      return UnresolvedDependencies.Problem(Dependency.self, error)
    }
  }

  /// The one instance of this type in this container, made when it is first asked for; from any thread.
  ///
  /// Whoever asks while it is being made waits, so `make` must not wait for another thread that asks too. One that failed is
  /// made again the next time.
  ///
  /// - Throws: what `make` throws, or ``CyclicDependency``. Factories that cannot throw and need each other have nobody to
  ///   tell: the process ends with the text of that error.
  public func shared<Dependency: Sendable, Failure: Error>(
    @InstanceBuilder _ make: () throws(Failure) -> Dependency
  ) throws(Failure) -> Dependency {
    try instances.shared(make)
  }
}
