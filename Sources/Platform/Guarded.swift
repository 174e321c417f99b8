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
  // On the heap, since a lock must not move while it is used.
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  // The lock is what keeps two from touching it at once; the check for it would cost more than the lock.
  @exclusivity(unchecked) @usableFromInline var value: Value

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// What `body` gives, which is alone with the value; `body` must not ask for the same one again.
  @inlinable @inline(__always) package func withLock<Outcome, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Outcome
  ) throws(Failure) -> Outcome {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
