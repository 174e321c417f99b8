import LuaRuntime
import UDFServices

/// Runs what is due in a host, and waits for it: what other threads have sent, effects, engines, saved files, and the look
/// back at the past after a reload.
final class RunLoop {
  let bell: WakeBell
  private let clock: any HostClock
  let machine: LuaMachine
  private let dispatcher: Dispatcher
  let effects: EffectScheduler
  private let events: EventHub
  private let engines: SyncEngines
  private let reloader: Reloader
  let travel: TimeTravel
  private let calls: CallLog

  init(travel: TimeTravel, calls: CallLog, bell: WakeBell) {
    self.travel = travel
    self.calls = calls
    self.bell = bell
    clock = travel.clock
    machine = travel.machine
    dispatcher = travel.dispatcher
    effects = travel.effects
    events = travel.events
    engines = travel.engines
    reloader = travel.reloader
  }

  /// Runs what is due; see ``AppHost/poll()``.
  func poll() {
    guard !dispatcher.isBusy, machine.depth == 0, travel.pastAction == nil else { return }
    turn()
    let (changed, notices) = reloader.inbox.take()
    for notice in notices { events.emit(.log(level: "warning", message: notice, fields: [:])) }
    if !changed.isEmpty, !dispatcher.isStopped { reloader.reload(changed: changed) }
    travel.lookBack()
  }

  /// Runs what is due except for saved files.
  func turn() {
    // A line at the prompt that waits for a service does so at a past point too.
    guard travel.pastAction == nil else { return }
    calls.didTurn()
    let hasRung = bell.hasRung()
    if hasRung, !dispatcher.isStopped { dispatcher.poll() }
    effects.turn(hasNews: hasRung)
    engines.turn(hasNews: hasRung)
    effects.emitProgress()
    events.flush()
  }

  // MARK: what is due

  /// Seconds until something is due; see ``AppHost/nextDue``.
  var nextDue: Double? {
    if travel.preview != nil, travel.pastAction == nil { return 0 }
    return nextMoment.map { max(0, $0 - clock.now) }
  }

  /// When the next effect or engine is due on the clock; it may have passed. The preview after a reload does not count.
  var nextMoment: Double? {
    // At a past point nothing is run, so a caller that waits there must not be woken again and again.
    if travel.pastAction != nil { return nil }
    let due = effects.nextMoment
    return engines.isEmpty ? due : [due, engines.clock.nextMoment].compactMap(\.self).min()
  }

  var isSettled: Bool { effects.isIdle && dispatcher.store.isSettled && engines.isIdle }

  /// The names of what settling waits for, the first three of them: `effect of cart/load, engine of articles`.
  var unsettled: String {
    let working = engines.busy.map { "engine of \($0)" }
    var known: Set<String> = []
    let names = (effects.inFlight + working).filter { known.insert($0).inserted }
    return names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  // MARK: waiting

  /// Lets settling wait no longer for what is under way now; see ``AppHost/stopAwaiting()``.
  func stopAwaiting() {
    effects.stopAwaiting()
    engines.stopAwaiting()
  }

  /// Waits, running effects, until none is left; see ``AppHost/settle(timeout:)``.
  func settle(timeout seconds: Double) -> Bool {
    guard !dispatcher.isBusy, travel.pastAction == nil else { return false }
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

  /// Waits for the service that a line at the prompt calls, while effects run.
  func wait(for work: @escaping CallOutcome.Work) -> HostAnswer {
    let outcome = AwaitedCall()
    let task = Task { [bell] in
      let result = await work()
      outcome.value.withLock { $0 = result }
      bell.ring()
    }
    while true {
      switch outcome.value.withLock({ $0 }) {
      case .values(let values): return .values(values)
      case .raise(let value): return .failure(value)
      case nil: break
      }
      if machine.isStopping {
        task.cancel()
        return .failure("interrupted")
      }
      bell.wait(seconds: min((nextMoment ?? .infinity) - clock.now, 1))
      turn()
    }
  }

  /// Advances the host's clock to `end`, and runs what is due on the way.
  func advance(_ clock: ManualClock, to end: Double) {
    turn()
    // An effect that always sleeps no time at all is ended by the budget of its test.
    while let moment = effects.nextResumption, moment <= end, !machine.isStopping {
      clock.wait(until: moment, bell: bell)
      turn()
    }
    clock.wait(until: end, bell: bell)
  }

  /// Ends what runs; see ``AppHost/stop()``.
  func stop() {
    guard !dispatcher.isStopped else { return }
    travel.leavePast()
    events.willStop()
    effects.cancelAll(forGood: true)
    engines.stop()
    reloader.stop()
    dispatcher.isStopped = true
    events.flush()
  }
}
