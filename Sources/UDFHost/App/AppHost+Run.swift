extension AppHost {
  /// Runs what is due: messages from other threads, effects that have slept, saved files. Never waits. At a past point all of
  /// that waits itself.
  public func poll() { if isOnOwner() { runLoop.poll() } }

  /// Seconds until the next effect or engine is due or progress may be shown; 0 while past actions are reduced again; nil if nothing is due.
  public var nextDue: Double? { isOnOwner() ? runLoop.nextDue : nil }

  /// When the next effect or engine is due on the clock; it may have passed. The preview after a reload does not count.
  var nextMoment: Double? { runLoop.nextMoment }

  /// Whether no effect is in flight, no engine is at work, and nothing waits to be delivered. What is put off until a retry is
  /// not at work.
  public var isSettled: Bool { isOnOwner() && runLoop.isSettled }

  /// The names of what settling waits for, the first three of them: `effect of cart/load, engine of articles`.
  package var unsettled: String { runLoop.unsettled }

  /// Waits, running effects, until none is left; false if `seconds` pass first, and while an action is under way.
  public func settle(timeout seconds: Double) -> Bool {
    isOnOwner() && runLoop.settle(timeout: seconds)
  }

  /// Lets settling wait no longer for the effects and engines that are at work now; they go on. Effects that begin later, and
  /// an engine that has come to rest, count again.
  public func stopAwaiting() { if isOnOwner() { runLoop.stopAwaiting() } }

  /// Ends what runs: effects are cancelled and clean up, files are no longer watched, and what is sent from now on is refused.
  /// A host that just goes away cancels what services do and leaves scripts no time to clean up.
  public func stop() {
    guard isOnOwner() else { return }
    runLoop.stop()
    handle.close()
  }

  /// Waits until the engines that ``stop()`` has ended have done what they were asked, at most this many seconds: for a
  /// program that ends then.
  public func waitForEngines(seconds: Double) { if isOnOwner() { engines.wait(seconds: seconds) } }
}
