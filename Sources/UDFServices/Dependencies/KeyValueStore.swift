import LuaRuntime

/// Where apps keep small values.
///
/// Each app has its own under its data folder; a store that keeps them elsewhere may take the folder for a name. All may be
/// called on any thread. What is thrown is told to the script.
///
///     struct Forgetful: KeyValueStore {
///       func value(of key: String, in folder: String) -> Value { .none }
///       func keys(in folder: String) -> [String] { [] }
///       func set(_ value: Value, of key: String, in folder: String) {}
///     }
public protocol KeyValueStore: Sendable {
  /// A value, `.none` if there is none. Does not wait for the disk.
  func value(of key: String, in folder: String) throws -> Value
  /// All keys, in any order.
  func keys(in folder: String) throws -> [String]
  /// Sets a value, or with `.none` removes it. When it returns, not even a crash can undo that.
  func set(_ value: Value, of key: String, in folder: String) throws
}
