import Dispatch

/// Runs disk operations one at a time on its own thread, so that they do not block a thread of Swift's task pool.
final class DiskQueue<State>: @unchecked Sendable {
  // Used only on the queue.
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
