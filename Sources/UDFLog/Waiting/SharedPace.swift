import Dispatch

/// Limits the pages of entries that wait for the host's owner. Without it, a busy host would hold the whole log in memory.
package final class SharedPace: Sendable {
  /// The maximum number of pages that wait.
  package static let limit = 4

  private let free: DispatchSemaphore

  package init() {
    // A semaphore that is released with a lower count than its first one ends the process.
    free = DispatchSemaphore(value: 0)
    for _ in 0..<SharedPace.limit { free.signal() }
  }

  /// Waits until another page may be posted. Called by the thread of the subscription.
  package func enter() { free.wait() }

  /// Permits one more page, because the owner has removed a page or the subscription has ended.
  package func leave() { free.signal() }
}
