import Dispatch

/// The main queue. After the main thread has called `dispatchMain()`, its blocks may run on any thread.
package enum MainQueue {
  // Dispatch's own check for the current queue traps. Reading a value that is stored in the queue does not.
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs in a block of the queue.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Runs `body` asynchronously on the main queue.
  package static func async(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
  }

  /// Runs `body` on the main queue and waits for it.
  package static func wait(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.sync { MainActor.assumeIsolated { body() } }
  }
}
