import FileWatching
import LuaRuntime
import Platform
import UDFServices

/// Runs what is due in a host, and waits for it: messages of other threads, effects, engines, saved files, and the
/// preview of past actions after a reload.
final class RunLoop {
  let bell: WakeBell
  let clock: any HostClock
  let machine: LuaMachine
  private let dispatcher: Dispatcher
  let effects: EffectScheduler
  private let events: EventHub
  let engines: SyncEngines
  private let reloader: Reloader
  let travel: TimeTravel
  private let calls: CallLog
  let shared: SharedLog
  /// Runs the functions that other threads have passed to ``HostHandle/perform(_:)``.
  @exclusivity(unchecked) var runJobs: () -> Void = {}
  @exclusivity(unchecked) private var isRunningJobs = false

  init(travel: TimeTravel, shared: SharedLog, calls: CallLog, bell: WakeBell) {
    self.shared = shared
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
    guard !dispatcher.isBusy, machine.depth == 0 else { return }
    turn()
    guard travel.pastAction == nil else { return }
    let (changed, notices) = reloader.inbox.take()
    for notice in notices { events.warn(notice) }
    if !changed.isEmpty, !dispatcher.isStopped { reloader.reload(changed: changed) }
    travel.lookBack()
  }

  /// Runs what is due, except reloads of saved files.
  func turn() {
    if !dispatcher.isBusy, machine.depth == 0, !isRunningJobs {
      isRunningJobs = true
      defer { isRunningJobs = false }
      runJobs()
    }
    // At a past point only functions of other threads run. A line at the prompt may wait in `turn` there too.
    guard travel.pastAction == nil else { return }
    calls.didTurn()
    let hasRung = bell.hasRung()
    if hasRung, !dispatcher.isStopped { dispatcher.poll() }
    effects.turn(hasEvents: hasRung)
    engines.turn(hasEvents: hasRung)
    if !dispatcher.isStopped { shared.turn() }
    effects.emitProgress()
    events.flush()
  }

  // MARK: what is due

  /// Seconds until something is due; see ``AppHost/nextDue``.
  var nextDue: Double? {
    if travel.preview != nil, travel.pastAction == nil, !dispatcher.isStopped { return 0 }
    return nextMoment.map { max(0, $0 - clock.now) }
  }

  /// The time on the clock when the next effect or engine is due, perhaps in the past; without the reload preview.
  var nextMoment: Double? {
    // While a past point is shown, nothing runs, so a waiting caller must not be woken repeatedly.
    if travel.pastAction != nil || dispatcher.isStopped { return nil }
    let due = earliest(effects.nextMoment, shared.retryMoment)
    return engines.isEmpty ? due : earliest(due, engines.clock.nextMoment)
  }

  var isSettled: Bool {
    dispatcher.isStopped || effects.isIdle && dispatcher.store.isSettled && engines.isIdle && shared.isIdle
  }

  /// The names of the first three effects and engines that settling waits for: `effect of cart/load, engine of articles`.
  var unsettled: String {
    var known: Set<String> = []
    let names = (effects.inFlight + engines.busy.map { "engine of \($0)" }).filter { known.insert($0).inserted }
    return names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  // MARK: waiting

  /// Excludes what runs now from settling; see ``AppHost/stopAwaiting()``.
  func stopAwaiting() {
    effects.stopAwaiting()
    engines.stopAwaiting()
    if !shared.isIdle { shared.isGivenUp = true }
  }

  /// Runs effects and waits until all have ended; see ``AppHost/settle(timeout:)``.
  func settle(timeout seconds: Double) -> Bool {
    guard !dispatcher.isBusy, travel.pastAction == nil else { return false }
    let deadline = clock.now + seconds
    turn()
    while !isSettled {
      // True after Ctrl-C while a line at the prompt waits.
      if clock.now >= deadline || machine.isStopping { return false }
      wait(until: deadline)
      turn()
    }
    return true
  }

  /// Waits until something is due, but not longer than until `end`.
  func wait(until end: Double) {
    let due = min(nextMoment ?? end, end)
    // Virtual time does not pass while a service or an engine works. An effect in Swift may wait for real time, which
    // the host does not control, so the host gives it as many real seconds before it advances the clock.
    if effects.calls > 0 || engines.isWorking || !shared.isIdle {
      bell.wait(seconds: due - clock.now)
    } else if !effects.hasJobs || !bell.wait(seconds: due - clock.now) {
      clock.wait(until: due, bell: bell)
    }
  }

  /// Returns after the bell has rung more than `rings` times, or when something is due.
  func pause(past rings: Int, isolation: isolated (any Actor)? = #isolation) async {
    guard let moment = nextMoment else { return await bell.wait(past: rings) }
    // Virtual time passes at once, but not while a service or an engine works.
    guard clock is SystemClock || effects.calls > 0 || engines.isWorking || !shared.isIdle || effects.hasJobs else {
      return clock.wait(until: moment, bell: bell)
    }
    await bell.wait(past: rings, seconds: moment - clock.now)
  }

  /// Waits for the service that a line at the prompt calls, and runs effects meanwhile.
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

  /// Advances the host's clock to `end`, and runs what becomes due meanwhile.
  func advance(_ clock: ManualClock, to end: Double) {
    turn()
    // An effect that sleeps zero seconds in an endless loop is stopped by the budget of its test.
    while let moment = effects.nextResumption, moment <= end, !machine.isStopping {
      clock.wait(until: moment, bell: bell)
      turn()
    }
    clock.wait(until: end, bell: bell)
  }

  /// Stops all effects and engines; see ``AppHost/stop()``.
  func stop() {
    guard !dispatcher.isStopped else { return }
    travel.leavePast()
    events.willStop()
    effects.cancelAll(forGood: true)
    engines.stop()
    shared.close()
    reloader.stop()
    dispatcher.isStopped = true
    events.flush()
    // Ends what waits for the host to settle.
    bell.ring()
  }
}
