import Dispatch

/// The way from another thread to the owner of the host.
enum MainQueue {
  static func async(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
  }

  /// Returns when `body` has run.
  static func wait(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.sync { MainActor.assumeIsolated { body() } }
  }
}
