import LuaRuntime
import Platform
import UDF

/// A key-value store in memory.
///
///     let values = MemoryValues()
///     values.set("dark", of: "theme", in: "/data/app")
public final class MemoryValues: KeyValueStore {
  private let folders = Guarded<[String: [String: Value]]>([:])

  public init() {}

  public func value(of key: String, in folder: String) -> Value { folders.withLock { $0[folder]?[key] ?? .none } }

  public func keys(in folder: String) -> [String] { folders.withLock { Array($0[folder, default: [:]].keys) } }

  public func set(_ value: Value, of key: String, in folder: String) {
    folders.withLock { $0[folder, default: [:]][key] = value == .none ? nil : value }
  }
}
