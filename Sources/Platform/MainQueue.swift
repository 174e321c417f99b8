import Dispatch

/// The main queue, whose blocks run on any thread once the main thread has ended in `dispatchMain()`.
package enum MainQueue {
  // Dispatch offers no test that does not trap; a value that is stored in the queue can be read.
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs in a block of the queue.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Runs `body` later.
  package static func async(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
  }

  /// Returns when `body` has run.
  package static func wait(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.sync { MainActor.assumeIsolated { body() } }
  }
}
