import CallerIdentity
import Platform

/// Determines where the calling code runs.
@usableFromInline package enum Caller {
  // Main-actor code at top level and in blocks of the main queue runs outside of a task, so it has no executor to
  // compare.
  @usableFromInline package static var isOnMainActor: Bool {
    caller_executor() == identity(of: MainActor.sharedUnownedExecutor) || MainQueue.isCurrent
  }

  /// The identity of the present thread, which is never 0.
  @inlinable @inline(__always) package static var thread: UInt { caller_thread() }

  /// The result of `caller_executor()` in code that runs on `executor`.
  static func identity(of executor: UnownedSerialExecutor) -> UnsafeRawPointer? {
    unsafeBitCast(executor, to: (identity: UnsafeRawPointer?, implementation: UInt).self).identity
  }
}
