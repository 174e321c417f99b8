import Dispatch

/// A detached thread with all signals blocked, so that signals such as Ctrl-C reach only the threads that handle them.
package enum BackgroundThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that has entered a group until it ends. Returns false if the system has no thread left.
  package static func start(in group: DispatchGroup, _ run: @escaping @Sendable () -> Void) -> Bool {
    group.enter()
    let starts = start {
      run()
      group.leave()
    }
    if !starts { group.leave() }
    return starts
  }

  /// Starts a thread. Returns false if the system has no thread left.
  package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let body = Unmanaged.passRetained(Body(run))
    let code = pthread_create(
      &thread, nil,
      { context in
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // The context is optional on Linux, but not on macOS.
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      return false
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }
}
