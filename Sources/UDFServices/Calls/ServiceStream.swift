import LuaRuntime

/// A sequence that a script iterates. Releasing it cancels the task of the last batch.
final class ServiceStream {
  let signature: ServiceSignature
  /// The number of the effect run that opened it; nil if the prompt did.
  let run: Int?
  private let next: @Sendable () async throws -> [Value]
  private var count = 0
  private var last: Task<[Value], any Error>?

  init(_ signature: ServiceSignature, run: Int?, next: @escaping @Sendable () async throws -> [Value]) {
    self.signature = signature
    self.run = run
    self.next = next
  }

  deinit { last?.cancel() }

  /// The batch with this number, from 1. A second call with the same number returns the same batch, because the first caller may
  /// have been cancelled while it waited.
  func batch(_ number: Int) -> Task<[Value], any Error> {
    if let last, number == count { return last }
    let task = Task { [next] in try await next() }
    (count, last) = (number, task)
    return task
  }
}
