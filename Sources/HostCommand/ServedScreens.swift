import Platform
import UDFHost
import UDFInspector

/// `udfhost serve`
@MainActor
enum ServedScreens {
  #if Inspector
    /// The screens are served until the process ends.
    private static var server: ScreenServer?
  #endif

  /// Serves the screens of an app, and returns the lines to print. Throws a ``HostError`` if the app does not load.
  /// - Parameter onError: see ``ScreenServer``.
  static func start(
    _ configuration: HostConfiguration, at address: String, port: UInt16?,
    onError: @escaping @MainActor (any Error) -> Void
  ) throws -> [String] {
    #if Inspector
      // This host only loads the app, so that a load error is reported now and not to each visitor.
      var unstarted = configuration
      unstarted.startsFeatures = false
      unstarted.watch = .off
      try AppHost(unstarted).stop()
      let server = try ScreenServer(address: address, port: port, onError: onError) { try AppHost(configuration) }
      self.server = server
      let warning = "the connection is not encrypted: others in this network can read what is shown and typed"
      return ["screens: \(server.url)"] + (address.hasPrefix("127.") ? [] : [warning])
    #else
      throw HostError(usage: "serve: this udfhost was built without the trait Inspector")
    #endif
  }
}
