/// Keeps a value: in a file, in user defaults, or in memory.
public nonisolated protocol Storage<Value>: Sendable {
  associatedtype Value: Sendable

  /// The saved value, if there is one, and then each value that another program saves.
  func values() -> AsyncStream<Value>
  func save(_ value: Value) async throws
}
