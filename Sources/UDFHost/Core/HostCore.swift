import UDF
import UDFNetwork
import UDFServices
import UDFSync

/// Makes what the built-in services and the engines of sync features stand on: a factory for each, chosen by its result type.
///
/// A core of your own is a small struct that overrides what should be different; everything inside this package that needs
/// such a thing then has yours. A core is asked once for each, when the host is built.
///
///     struct NewsCore: HostCore {
///       let instances = Instances()
///       func dependency() -> any WallClock { Noon() }
///       func services() throws -> [HostService] { [weather] }
///     }
///
///     configuration.core = NewsCore()
public protocol HostCore: SyncCore {
  func dependency() -> any WallClock
  func dependency() -> any RandomSource
  func dependency() -> any UUIDSource
  func dependency() -> any LogSink
  func dependency() -> any EnvironmentSource
  func dependency() -> any FileStore
  func dependency() -> any KeyValueStore
  /// What effects may use besides the built-in services. What it throws, the host throws when it is built.
  func services() throws -> [HostService]
}

extension HostCore {
  public func dependency() -> any WallClock { SystemWallClock() }
  public func dependency() -> any RandomSource { SystemRandom() }
  public func dependency() -> any UUIDSource { RandomUUIDs(dependency()) }
  public func dependency() -> any LogSink { LoggerSink() }
  public func dependency() -> any EnvironmentSource { ProcessEnvironment() }
  public func dependency() -> any FileStore { DiskFiles() }
  // One for all who ask, since a log has one owner.
  public func dependency() -> any KeyValueStore { shared { DiskValues() } }
  public func services() throws -> [HostService] { [] }
}
