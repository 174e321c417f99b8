import Platform
import UDFHost
import UDFInspector

/// `--inspect`
@MainActor
enum InspectorLink {
  #if Inspector
    /// The pages are served until the process ends.
    private static var inspector: Inspector?
  #endif

  /// Serves the inspector of a host, and prints its link: in batch on standard error.
  static func serve(_ host: AppHost, port: UInt16, isBatch: Bool) throws(HostError) {
    #if Inspector
      let inspector = try Inspector(host, port: port)
      self.inspector = inspector
      let line = Array("inspector: \(inspector.url)\n".utf8)
      _ = write(isBatch ? STDERR_FILENO : STDOUT_FILENO, line, line.count)
    #else
      throw HostError(usage: "--inspect: this udfhost was built without the trait Inspector")
    #endif
  }
}
