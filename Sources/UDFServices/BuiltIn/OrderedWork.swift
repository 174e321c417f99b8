import Platform
import UDF

/// Runs tasks one after the other, off the owner, in the order of the calls to ``begin(_:)``.
final class OrderedWork: Sendable {
  private let last = Guarded<Task<Void, Never>?>(nil)

  /// Starts `work` after all earlier work. The work runs even if its caller is cancelled.
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
