import LuaRuntime

extension HostService {
  /// The services that every app has.
  package static func builtIn(
    _ dependencies: Dependencies, _ permissions: CurrentPermissions, log: @escaping (LogLevel, String, Record) -> Void
  ) -> [HostService] {
    let services: [HostService] = [
      .clock(dependencies.clock), .environment(dependencies.environment, permissions),
      .files(dependencies.files, permissions), .http(dependencies.http, dependencies.environment, permissions), .json,
      .keyValues(dependencies.values, permissions), .log(log),
      .random(dependencies.random),
      .uuid(dependencies.uuids),
    ]
    return services.map { service in
      // The other services show or store their arguments.
      var service = service
      service.knowsSecrets = service.name == "http"
      return service
    }
  }
}
