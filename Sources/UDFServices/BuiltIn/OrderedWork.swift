import Platform
import UDF

/// Does one piece of work after the other, off the owner, in the order in which they were begun.
final class OrderedWork: Sendable {
  private let last = Guarded<Task<Void, Never>?>(nil)

  /// Begins what is to be done after everything before; whoever has begun it may give up waiting, the work is done all the same.
  func begin<Success: Sendable>(_ work: @escaping @Sendable () async throws -> Success) -> Task<Success, any Error> {
    last.withLock { last in
      let before = last
      let task = Task {
        await before?.value
        return try await work()
      }
      last = Task { _ = await task.result }
      return task
    }
  }
}
