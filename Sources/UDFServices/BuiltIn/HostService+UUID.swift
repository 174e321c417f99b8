import LuaRuntime

extension HostService {
  /// `cx.services.uuid`: unique identifiers.
  static func uuid(_ source: any UUIDSource) -> HostService {
    HostService(
      "uuid", doc: "Unique identifiers; --seed makes them repeatable.",
      [
        ServiceMethod("make", returns: "string", doc: "A UUID of version 4, 36 characters.") { _ in
          .string(source.make())
        }
      ])
  }
}
