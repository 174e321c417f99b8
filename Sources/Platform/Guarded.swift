/// A value with a lock, which one thread at a time may access.
///
/// Use it instead of `Mutex` of Synchronization, because the tests run under the thread sanitizer. On Linux the kernel passes a
/// contended `Mutex` to the next thread. The sanitizer does not see that, and reports false data races.
///
///     let names = Guarded<[String]>([])
///     names.withLock { $0.append("Ada") }
///
/// Unchecked, because the value is only accessed while the lock is held.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  // On the heap, because a lock must keep its address.
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  // The lock guarantees exclusive access; Swift's own check would cost more than the lock.
  @exclusivity(unchecked) @usableFromInline var value: Value

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls `body` with exclusive access to the value. `body` must not call this method of the same object.
  @inlinable @inline(__always) package func withLock<Outcome, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Outcome
  ) throws(Failure) -> Outcome {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
