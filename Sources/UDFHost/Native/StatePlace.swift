/// Where a value is in the state of a slice. It is read there, because a copy would retain each of its collections.
struct StatePlace<State, Value>: Sendable {
  private let keyPath: any KeyPath<State, Value> & Sendable
  /// nil: the value is not stored in the state itself.
  private let offset: Int?

  init(_ keyPath: any KeyPath<State, Value> & Sendable) {
    self.keyPath = keyPath
    offset = MemoryLayout<State>.offset(of: keyPath)
  }

  /// Calls `body` with the value in the state at this address.
  @inline(__always) func read<Result>(
    _ state: UnsafeRawPointer, _ body: (UnsafePointer<Value>) throws -> Result
  ) rethrows -> Result {
    guard let offset else {
      return try withUnsafePointer(to: state.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath], body)
    }
    return try body((state + offset).assumingMemoryBound(to: Value.self))
  }
}
