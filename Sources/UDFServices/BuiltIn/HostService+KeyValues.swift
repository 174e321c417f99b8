import LuaRuntime

extension HostService {
  /// `cx.services.kv`: small persistent values.
  static func keyValues(_ store: any KeyValueStore, _ permissions: CurrentPermissions) -> HostService {
    let writing = OrderedWork()

    func sets(_ value: Value, _ call: ServiceCall) throws -> @Sendable () async throws -> Value {
      let key = try call.name("key")
      guard key.utf8.count <= 1 << 10 else {
        throw ServiceError(
          code: "tooLarge",
          message: "kv.\(call.method): the key \"\(key.prefix(40))…\" has \(key.utf8.count) bytes, more than 1024; "
            + "shorten it, and keep the rest in the value")
      }
      let folder = permissions.value.data.name
      let size = TapeWriter.bytes(of: value).count
      guard size <= 1 << 20 else {
        throw ServiceError(
          code: "tooLarge",
          message:
            "kv.set: the value of \"\(key)\" takes \(size) bytes, more than 1048576; keep it in a file, with files.write"
        )
      }
      let task = writing.begin { try store.set(value, of: key, in: folder) }
      return {
        try await task.value
        return .none
      }
    }

    return HostService(
      "kv", doc: "Small persistent values, plain data by name.",
      [
        ServiceMethod("get", ["key": "string"], returns: "any?", doc: "A value, nil if there is none.") { call in
          try store.value(of: call.name("key"), in: permissions.value.data.name)
        },
        ServiceMethod("keys", ["prefix": "string?"], returns: ["string"], doc: "All keys with this prefix, sorted.") {
          call in
          let prefix = try call.name("prefix").utf8
          let keys = try store.keys(in: permissions.value.data.name).filter { $0.utf8.starts(with: prefix) }
          return .list(keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map(Value.string))
        },
        ServiceMethod(
          starting: "set", ["key": "string", "value": "any"],
          doc: "Sets a value of up to 1 MiB under a key of up to 1 KiB; it is on disk when this returns."
        ) { call in try sets(call["value"], call) },
        ServiceMethod(starting: "remove", ["key": "string"], doc: "Removes a value.") { call in try sets(.none, call) },
      ])
  }
}
