import UDF
import UDFHost
import UDFServices

/// The standard core without the log, which would be written between what the tests tell.
package struct QuietCore: HostCore {
  package let instances = Instances()

  package init() {}

  package func dependency() -> any LogSink { SilentLog() }
}
