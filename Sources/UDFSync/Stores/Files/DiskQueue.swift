import Dispatch

/// Work on a disk, one piece after the other, on a thread that no task waits for.
final class DiskQueue<State>: @unchecked Sendable {
  // Only touched on the queue.
  private var state: State
  private let queue = DispatchQueue(label: "UDFSync.disk")

  init(_ state: sending State) { self.state = state }

  func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable (inout State) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result = await withCheckedContinuation { continuation in
      queue.async { [self] in
        continuation.resume(returning: Result { () throws(Failure) in try work(&state) })
      }
    }
    return try result.get()
  }
}
