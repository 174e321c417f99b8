import UDF
import UDFNetwork
import UDFServices
import UDFSync

/// Makes the dependencies of built-in services and sync engines: a factory for each, chosen by its result type.
///
/// A core of your own is a small struct that overrides some factories; everything in this package then uses their
/// results. The host calls each factory once, when it is made.
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
  /// Returns services for effects besides the built-in ones. The host's initialiser throws what this method throws.
  func services() throws -> [HostService]
}

extension HostCore {
  public func dependency() -> any WallClock { SystemWallClock() }
  public func dependency() -> any RandomSource { SystemRandom() }
  public func dependency() -> any UUIDSource { RandomUUIDs(dependency()) }
  public func dependency() -> any LogSink { LoggerSink() }
  public func dependency() -> any EnvironmentSource { ProcessEnvironment() }
  public func dependency() -> any FileStore { DiskFiles() }
  // All callers share one store, because its log has one owner.
  public func dependency() -> any KeyValueStore { shared { DiskValues() } }
  public func services() throws -> [HostService] { [] }
}
