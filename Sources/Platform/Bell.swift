/// Wakes a waiting thread. If no thread waits, the ring is kept for the next wait.
///
/// Unchecked, because the value is accessed only under the mutex.
package final class Bell: @unchecked Sendable {
  // On the heap, because their addresses must not change.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isRung = false

  package init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      // With another clock, a change of the machine's time would end or prolong a wait.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func ring() {
    pthread_mutex_lock(mutex)
    isRung = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until the bell rings.
  package func wait() {
    pthread_mutex_lock(mutex)
    while !isRung { pthread_cond_wait(condition, mutex) }
    isRung = false
    pthread_mutex_unlock(mutex)
  }

  /// Waits at most this many seconds; returns whether the bell rang.
  package func wait(seconds: Double) -> Bool {
    var end = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_REALTIME, &end)
    #else
      clock_gettime(CLOCK_MONOTONIC, &end)
    #endif
    let nanoseconds = Double(end.tv_nsec) + seconds.truncatingRemainder(dividingBy: 1) * 1e9
    end.tv_sec += Int(seconds) + Int(nanoseconds / 1e9)
    end.tv_nsec = Int(nanoseconds.truncatingRemainder(dividingBy: 1e9))
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isRung, pthread_cond_timedwait(condition, mutex, &end) == 0 {}
    defer { isRung = false }
    return isRung
  }
}
