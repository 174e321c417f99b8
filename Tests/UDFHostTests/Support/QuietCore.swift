import UDF
import UDFHost
import UDFServices

/// The standard core without the log, which would be written between what the tests tell.
struct QuietCore: HostCore {
  let instances = Instances()

  func dependency() -> any LogSink { SilentLog() }
}
