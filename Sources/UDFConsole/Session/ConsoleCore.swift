import UDF
import UDFCommands
import UDFHost
import UDFServices

/// The standard core for hosts of a console. It adds no log output, because the console prints the log itself.
///
///     var configuration = HostConfiguration(app: "app.lua")
///     configuration.core = ConsoleCore()
public struct ConsoleCore: HostCore {
  public let instances = Instances()

  public init() {}

  public func dependency() -> any LogSink { SilentLog() }
}
