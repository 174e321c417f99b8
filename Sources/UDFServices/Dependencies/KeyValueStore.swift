import LuaRuntime

/// Stores small values of apps.
///
/// Each app has its own values, identified by its data folder. A store without files may use the folder as a plain name. All
/// methods may be called on any thread. An error that a method throws is raised in the script.
///
///     struct Forgetful: KeyValueStore {
///       func value(of key: String, in folder: String) -> Value { .none }
///       func keys(in folder: String) -> [String] { [] }
///       func set(_ value: Value, of key: String, in folder: String) {}
///     }
public protocol KeyValueStore: Sendable {
  /// The value of a key; `.none` if there is none. Does not wait for the disk.
  func value(of key: String, in folder: String) throws -> Value
  /// All keys, in any order.
  func keys(in folder: String) throws -> [String]
  /// Sets a value; `.none` removes it. When the method returns, the change survives a crash.
  func set(_ value: Value, of key: String, in folder: String) throws
  /// Removes all values, as at a logout. By default, sets each to `.none`; a store with files removes their bytes from the disk.
  func removeAll(in folder: String) throws
}

extension KeyValueStore {
  public func removeAll(in folder: String) throws {
    for key in try keys(in: folder) { try set(.none, of: key, in: folder) }
  }
}
