extension AppHost {
  /// Runs what is due: messages from other threads, effects that have slept, saved files. Never waits. At a past point all of
  /// that waits itself.
  public func poll() {
    guard isOnOwner(), !dispatcher.isBusy, machine.depth == 0, pastAction == nil else { return }
    turn()
    let (changed, notices) = reloader.inbox.take()
    for notice in notices { emit(.log(level: "warning", message: notice, fields: [:])) }
    if !changed.isEmpty { reloader.reload(changed: changed) }
    lookBack()
  }

  /// Seconds until the next effect or engine is due or progress may be told, 0 while the past is looked at, nil if none is.
  public var nextDue: Double? {
    guard isOnOwner() else { return nil }
    if travel.preview != nil, pastAction == nil { return 0 }
    return nextMoment.map { max(0, $0 - configuration.clock.now) }
  }

  /// When that is on the clock, maybe long ago; without looking at the past, for which nobody waits.
  var nextMoment: Double? {
    // What is due at a past point waits for the return: who waits there is not to be woken by it over and over.
    if pastAction != nil { return nil }
    let due = effects.nextMoment
    return engines.isEmpty ? due : [due, engines.clock.nextMoment].compactMap(\.self).min()
  }

  /// Whether no effect is in flight, no engine is at work, and nothing waits to be delivered. What is put off until a retry is
  /// not at work.
  public var isSettled: Bool {
    isOnOwner() && effects.isIdle && dispatcher.store.isSettled && engines.isIdle
  }

  /// The names of what settling waits for, the first three of them: `effect of cart/load, engine of articles`.
  package var unsettled: String {
    let working = engines.busy.map { "engine of \($0)" }
    var known: Set<String> = []
    let names = (effects.inFlight + working).filter { known.insert($0).inserted }
    return names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  /// Waits, running effects, until none is left; false if `seconds` pass first, and while an action is under way.
  public func settle(timeout seconds: Double) -> Bool {
    guard isOnOwner(), !dispatcher.isBusy, pastAction == nil else { return false }
    let clock = configuration.clock
    let deadline = clock.now + seconds
    turn()
    while !isSettled {
      // Ctrl-C while a line at the prompt waits.
      if clock.now >= deadline || machine.isStopping { return false }
      let due = min(nextMoment ?? deadline, deadline)
      // No virtual time passes while a service or an engine is at work. An effect in Swift may itself wait for time, which is
      // not the host's: so long as nothing is due it is given as many real seconds.
      if effects.calls > 0 || engines.isWorking {
        bell.wait(seconds: due - clock.now)
      } else if !effects.hasJobs || !bell.wait(seconds: due - clock.now) {
        clock.wait(until: due, bell: bell)
      }
      turn()
    }
    return true
  }

  /// Ends what runs: effects are cancelled and clean up, files are no longer watched, and what is sent from now on is refused.
  /// A host that just goes away cancels what services do and leaves scripts no time to clean up.
  public func stop() {
    guard isOnOwner(), !dispatcher.isStopped else { return }
    leavePast()
    events.willStop()
    effects.cancelAll(forGood: true)
    engines.stop()
    reloader.stop()
    handle.close()
    dispatcher.isStopped = true
  }

  /// Waits until the engines that ``stop()`` has ended have done what they were asked, at most this many seconds: for a
  /// program that ends then.
  public func waitForEngines(seconds: Double) { if isOnOwner() { engines.wait(seconds: seconds) } }

  func turn() {
    // A line at the prompt that waits for a service does so at a past point too.
    guard pastAction == nil else { return }
    sessions.calls.didTurn()
    let hasRung = bell.hasRung()
    if hasRung, !dispatcher.isStopped { dispatcher.poll() }
    effects.turn(hasNews: hasRung)
    engines.turn(hasNews: hasRung)
    effects.emitProgress()
  }
}
