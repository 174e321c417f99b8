extension AppHost {
  /// Runs what is due: messages from other threads, effects whose sleep has ended, reloads of saved files. Never waits.
  /// While a past point is shown, all of this is delayed.
  public func poll() { if isOnOwner() { runLoop.poll() } }

  /// Seconds until an effect or engine is due or progress may be shown; 0 during a replay; nil if nothing is due.
  public var nextDue: Double? { isOnOwner() ? runLoop.nextDue : nil }

  /// The time on the clock when the next effect or engine is due, perhaps in the past; without the reload preview.
  var nextMoment: Double? { runLoop.nextMoment }

  /// Whether no effect is in flight, no engine works (other than waiting for a retry), and no delivery is pending.
  public var isSettled: Bool { isOnOwner() && runLoop.isSettled }

  /// Whether sync features have not opened their rows yet.
  package var hasClosedRows: Bool { isOnOwner() && engines.areClosed }

  /// Starts to open the rows of sync features with these names, or that features with these names read; nil: of all.
  package func openRows(of names: Set<String>?) { if isOnOwner() { engines.open(names) } }

  /// Whether a sync feature cannot use its cache or its rows, or waits for `pull`.
  package var hasFailedSync: Bool { isOnOwner() && engines.hasFailed }

  /// The names of the first three effects and engines that settling waits for: `effect of cart/load, engine of articles`.
  package var unsettled: String { runLoop.unsettled }

  /// Runs effects and waits until all have ended. Returns false after `seconds`, and during a dispatch.
  public func settle(timeout seconds: Double) -> Bool { isOnOwner() && runLoop.settle(timeout: seconds) }

  /// Runs what is due and waits until no effect is in flight, no engine works and no delivery is pending, or the task
  /// is cancelled. The owner can do other work meanwhile.
  ///
  ///     try host.send("users/load")
  ///     await host.settle()
  ///     try host.value(at: "users.rows")
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    while isOnOwner(), !Task.isCancelled {
      // Counted before the check, so that an event after the check ends the wait at once.
      let rings = bell.count
      runLoop.poll()
      if runLoop.isSettled { return }
      await runLoop.pause(past: rings)
    }
  }

  /// Excludes the present effects and engines from settling; they continue. Later effects count again, and so does an
  /// engine after it was idle.
  public func stopAwaiting() { if isOnOwner() { runLoop.stopAwaiting() } }

  /// Stops the host: cancels effects and runs their clean-up, stops watching files, and refuses further actions. A host
  /// that is released without this call cancels its service calls, and its scripts do not clean up.
  public func stop() {
    guard isOnOwner() else { return }
    runLoop.stop()
    handle.close()
  }

  /// Waits at most this many seconds for the pending work of stopped engines, before the program ends. Returns the
  /// errors of edits that could not be stored meanwhile.
  @discardableResult
  public func waitForEngines(seconds: Double) -> [HostError] { isOnOwner() ? engines.wait(seconds: seconds) : [] }
}
