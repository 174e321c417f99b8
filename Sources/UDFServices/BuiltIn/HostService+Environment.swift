import LuaRuntime

extension HostService {
  /// `cx.services.env`: the environment variables that are granted.
  static func environment(_ source: any EnvironmentSource, _ permissions: CurrentPermissions) -> HostService {
    HostService(
      "env", doc: "The environment variables that are granted.",
      [
        ServiceMethod("get", ["name": "string"], returns: "string?", doc: "A variable, nil if it is not set.") { call in
          let name = try call.name("name")
          guard permissions.value.environment.contains(name) else {
            throw Grant(.env, name).missing("read this variable")
          }
          return source.value(of: name).map(Value.string) ?? .none
        }
      ])
  }
}
