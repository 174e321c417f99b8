import UDF
import UDFHost
import UDFServices

/// The standard core for hosts that a console runs: it shows itself what is logged, so nothing else has to.
///
///     var configuration = HostConfiguration(app: "app.lua")
///     configuration.core = ConsoleCore()
public struct ConsoleCore: HostCore {
  public let instances = Instances()

  public init() {}

  public func dependency() -> any LogSink { SilentLog() }
}
