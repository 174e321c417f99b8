import Platform
import UDFConsole
import UDFHost
import UDFInspector

/// `udfhost serve`
@MainActor
enum ServedScreens {
  #if Inspector
    /// The screens are served until the process ends.
    private static var server: ScreenServer?
  #endif

  /// Serves the screens of hosts, and returns the lines to print. Throws a ``HostError`` if the app does not load.
  static func start(
    at address: String, port: UInt16?, _ makeHost: @escaping @MainActor () throws -> AppHost
  ) throws -> [String] {
    #if Inspector
      // An app that does not load is an error now, and not for each visitor.
      try makeHost().stop()
      let server = try ScreenServer(address: address, port: port, makeHost)
      self.server = server
      let warning = "the connection is not encrypted: others in this network can read what is shown and typed"
      return ["screens: \(server.url)"] + (address.hasPrefix("127.") ? [] : [warning])
    #else
      throw HostError(code: "usage", message: "serve: this udfhost was built without the trait Inspector")
    #endif
  }
}
