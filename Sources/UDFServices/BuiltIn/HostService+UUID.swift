import LuaRuntime

extension HostService {
  /// `cx.services.uuid`: names that nothing else has.
  static func uuid(_ source: any UUIDSource) -> HostService {
    HostService(
      "uuid", doc: "Unique names; the same ones again with --seed.",
      [
        ServiceMethod("make", returns: "string", doc: "A UUID of version 4, 36 characters.") { _ in
          .string(source.make())
        }
      ])
  }
}
