import LuaRuntime

/// A sequence that a script iterates. Releasing it cancels the batch that it waits for.
final class ServiceStream {
  let signature: ServiceSignature
  /// The number of the effect's run that opened it; nil: the line at the prompt.
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

  /// The batch with this number, from 1. Asking again returns the same batch, since the first caller may have been cancelled
  /// while it waited.
  func batch(_ number: Int) -> Task<[Value], any Error> {
    if let last, number == count { return last }
    let task = Task { [next] in try await next() }
    (count, last) = (number, task)
    return task
  }
}
