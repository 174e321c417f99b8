/// A value that one thread at a time may touch.
///
/// This and not `Mutex` of Synchronization wherever the tests run under the thread sanitizer: on Linux a `Mutex` for which
/// someone waits is handed on by the kernel, which the sanitizer does not see, so that it reports what the lock guards.
///
///     let names = Guarded<[String]>([])
///     names.withLock { $0.append("Ada") }
///
/// Unchecked, because the value is only touched while the lock is held.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = RecursiveLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// What `body` gives, which is alone with the value; `body` must not ask for the same one again.
  package func withLock<Outcome, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Outcome
  ) throws(Failure) -> Outcome {
    try lock.withLock { () throws(Failure) in try body(&value) }
  }
}
