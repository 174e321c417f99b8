import TodoFeature
import UDFHost

/// The host of the program. It belongs to this actor, and runs due work here.
actor TodoList {
  private var host: AppHost?

  /// The app, whose files are in the program: it reads none from the disk.
  static var configuration: HostConfiguration {
    var configuration = HostConfiguration(files: [
      "app.lua": String(decoding: PackageResources.app_lua, as: UTF8.self),
      "features/printing.lua": String(decoding: PackageResources.printing_lua, as: UTF8.self),
    ])
    configuration.features = [Todos()]
    configuration.core = TodoCore()
    return configuration
  }

  func open() throws { host = try AppHost(Self.configuration) }

  func add(_ title: String) throws { try host?.native(Todos.self).send(.add(title: title)) }

  func toggle(_ id: String) throws { try host?.send("todos/toggle", ["id": .string(id)]) }

  /// Prints the open todos and returns the number of lines that were printed so far.
  func printOpen() async throws -> Value {
    guard let host else { return .none }
    try host.send("printing/print")
    await host.settle()
    return try host.value(at: "printing.lines")
  }
}
