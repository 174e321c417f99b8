import UDF
import UDFHost
import UDFServices
import UDFSync

/// The core of a host whose data ends with it: the values and the caches of its apps are in memory.
///
///     var configuration = HostConfiguration(app: "app.lua")
///     configuration.core = VisitorCore()
public struct VisitorCore: HostCore {
  public let instances = Instances()

  public init() {}

  public func dependency() -> any LogSink { SilentLog() }
  public func dependency() -> any KeyValueStore { shared { MemoryValues() } }
  public func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
}
