import LuaRuntime

extension HostService {
  /// The services that every app has.
  static func builtIn(
    _ dependencies: Dependencies, _ permissions: CurrentPermissions, log: @escaping (LogLevel, String, Record) -> Void
  ) -> [HostService] {
    [
      .clock(dependencies.clock), .environment(dependencies.environment, permissions), .json, .log(log),
      .random(dependencies.random), .reader { path throws(ServiceError) in try permissions.value.files.resolve(path) },
      .uuid(dependencies.uuids),
    ]
  }
}
