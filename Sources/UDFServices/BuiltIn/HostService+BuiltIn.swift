import LuaRuntime

extension HostService {
  /// The services that every app has.
  package static func builtIn(
    _ dependencies: Dependencies, _ permissions: CurrentPermissions, log: @escaping (LogLevel, String, Record) -> Void
  ) -> [HostService] {
    [
      .clock(dependencies.clock), .environment(dependencies.environment, permissions),
      .files(dependencies.files, permissions), .http(dependencies.http, dependencies.environment, permissions), .json,
      .keyValues(dependencies.values, permissions), .log(log),
      .random(dependencies.random),
      .uuid(dependencies.uuids),
    ]
  }
}
