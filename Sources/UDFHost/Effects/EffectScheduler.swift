import LuaRuntime

/// Which effects run: does what their policies say.
final class EffectScheduler {
  let tasks: TaskRunner
  private let machine: LuaMachine
  private let clock: any HostClock
  private let budget: Double
  // Each is only in use for an instant, and every effect asks for them.
  /// In no order: one that ends gives its position to the last.
  @exclusivity(unchecked) private(set) var runs: [EffectRun] = []
  private(set) var lanes: [EffectLane.Key: EffectLane] = [:]
  /// What belongs to each screen.
  private var owned: [Int: OwnedEffects] = [:]
  @exclusivity(unchecked) private var lastRun = 0
  /// Runs and askings that settling waits for.
  @exclusivity(unchecked) private var awaited = 0
  private var isStopping = false
  /// What effects have done to others and outside.
  let ledger = EffectLedger()
  /// Called when an effect's id function has failed: the error, and what it was asked for.
  var onKeyFailure: (HostError, Int) -> Void = { _, _ in }
  /// Called with the number of a run that has ended, and with it all that it has spawned.
  var onRunEnd: (Int) -> Void = { _ in }
  /// Set while somebody traces.
  @exclusivity(unchecked) var teller: EffectTeller?

  init(machine: LuaMachine, configuration: HostConfiguration, bell: WakeBell) {
    self.machine = machine
    clock = configuration.clock
    budget = configuration.timeBudget
    tasks = TaskRunner(machine: machine, clock: configuration.clock, bell: bell)
    tasks.onRun = { [unowned(unsafe) self] in keep($0) }
    tasks.onRunEnd = { [unowned(unsafe) self] in ended($0) }
    tasks.onTimer = { [unowned(unsafe) self] in due($0) }
  }

  deinit {
    for lane in lanes.values { lane.running = [] }
  }

  /// Whether nothing runs, nor will, that settling waits for.
  var isIdle: Bool { awaited == 0 }

  /// What errors call the effects that run, or will, that settling waits for; those that run come first, oldest first.
  var inFlight: [String] {
    let running = runs.filter { !$0.effect.policy.isBackground }.sorted { $0.number < $1.number }
    let asked = lanes.values.flatMap { $0.queue + [$0.pending].compactMap(\.self) }.sorted { $0.n < $1.n }
    return (running.map(\.effect) + asked.map(\.effect).filter { !$0.policy.isBackground }).map(\.subject)
  }

  /// Whether nothing at all is left, also of what settling does not wait for.
  var isEmpty: Bool { runs.isEmpty && lanes.isEmpty && owned.isEmpty && tasks.isEmpty }

  /// An action asks for an effect; it comes in byte form, type included. What runs in the background belongs to no screen.
  /// Without `pauses` it need not wait for anything but its turn.
  func ask(_ effect: HostEffect, action: [UInt8], n: Int, screen: Int = 0, pauses: Bool = true) {
    guard !isStopping else { return }
    if effect.policy.needsNoLane { return begin(effect, .bytes(action), n, screen: screen) }
    let screen = effect.policy.isBackground ? 0 : screen
    let id: String?
    do throws(HostError) { id = try self.id(of: effect, action) } catch { return onKeyFailure(error, n) }
    let lane = lane(EffectLane.Key(feature: effect.feature, action: effect.action, id: id, screen: screen))
    let asking = EffectLane.Asking(effect: effect, action: action, n: n)
    guard pauses else { return admit(asking, to: lane) }
    if let seconds = effect.policy.throttle {
      guard lane.closedUntil <= clock.now else { return ledger.add(.absorbed, effect, of: n, by: lane.closedBy) }
      lane.closedBy = n
      lane.closedUntil = (clock.now + seconds).wholeNanoseconds
      setTimer(of: lane, due: lane.closedUntil)
    }
    guard let seconds = effect.policy.debounce else { return admit(asking, to: lane) }
    if let former = lane.pending {
      ledger.add(.absorbed, former.effect, of: former.n, by: n)
    } else {
      count(effect, 1)
    }
    lane.pending = asking
    setTimer(of: lane, due: clock.now + seconds)
  }

  /// The action that a script sends right now asks for its only effect, which has nothing to do with other runs.
  func askNow(_ effect: HostEffect, n: Int, screen: Int) {
    if !isStopping { begin(effect, .action, n, screen: screen) }
  }

  /// A feature sends a function, a coroutine already: it runs as an effect does. The undo of the action `owner` ends it.
  func send(_ number: LuaMachine.TaskID, by feature: String, generation: Int, owner: Int) {
    // What a cancelled effect sends does not arrive.
    guard !isStopping, !tasks.isCancelled else { return machine.drop(number) }
    let sender = tasks.run.flatMap { $0.effect.feature == feature ? $0.effect.generation : nil }
    let effect = HostEffect(
      sentBy: feature, generation: sender ?? generation, isDetached: tasks.effect?.isDetached ?? false)
    let start = start(effect, n: nil, owner: owner, screen: tasks.screen)
    let run = EffectRun(start)
    keep(run)
    tasks.adopt(number, as: run)
  }

  /// Cancels the runs of a feature with this id, or, if they have none, of this action, or the one that has this label; for
  /// an effect of a screen, not those of other screens.
  func cancel(feature: String, id: Value) {
    guard let text = id.idText, !text.isEmpty else { return }
    tasks.makeRuns()
    let own = tasks.screen
    func isInReach(_ screen: Int) -> Bool { own == 0 || screen == 0 || screen == own }
    func isMeant(_ run: EffectRun) -> Bool {
      run.effect.feature == feature && isInReach(run.screen)
        && ((run.id ?? run.effect.name) == text || run.label == text)
    }
    for lane in lanes.values where lane.key.feature == feature && isInReach(lane.key.screen) {
      guard lane.key.id ?? lane.running.first?.effect.name ?? lane.pending?.effect.name == text else { continue }
      for asking in lane.askings { ledger.add(.absorbed, asking.effect, of: asking.n, by: tasks.owner) }
      forgetAskings(of: lane)
    }
    cancel(runs.filter(isMeant), by: tasks.owner)
  }

  /// Cancels what belongs to screens that are gone because of an action; 0: of none.
  func cancel(screens: [Int], by action: Int) {
    tasks.makeRuns()
    let gone = screens.compactMap { owned.removeValue(forKey: $0) }
    for lane in gone.flatMap(\.lanes).compactMap({ lanes[$0] }) {
      lane.closedUntil = -.infinity
      for asking in lane.askings { ledger.add(.absorbed, asking.effect, of: asking.n, by: action) }
      forgetAskings(of: lane)
    }
    cancel(gone.flatMap(\.runs.values), by: action)
  }

  /// Cancels runs, the oldest first, on behalf of an action.
  private func cancel(_ runs: some Sequence<EffectRun>, by action: Int) {
    let runs = runs.sorted { $0.number < $1.number }
    for run in runs where !run.isCancelled { ledger.add(.cancelled, run.effect, of: run.owner, by: action) }
    tasks.cancel(runs)
  }

  /// Ends what these actions have begun or asked for.
  func cancel(actions areMeant: (Int) -> Bool) {
    tasks.makeRuns()
    for lane in lanes.values { forgetAskings(of: lane) { areMeant($0.n) } }
    tasks.cancel(runs.filter { areMeant($0.owner) }.sorted { $0.number < $1.number })
  }

  /// Ends everything: what waits is cancelled, and what an effect asks for while it ends is not begun; nor, `forGood`, what is
  /// asked for later.
  func cancelAll(forGood: Bool = false) {
    isStopping = true
    tasks.makeRuns()
    for lane in lanes.values { forgetAskings(of: lane) }
    tasks.cancel(runs.sorted { $0.number < $1.number })
    isStopping = forGood
  }

  // MARK: lanes

  private func lane(_ key: EffectLane.Key) -> EffectLane {
    if let lane = lanes[key] { return lane }
    let lane = EffectLane(key: key)
    keep(lane)
    return lane
  }

  private func keep(_ lane: EffectLane) {
    lanes[lane.key] = lane
    if lane.key.screen != 0 { owned[lane.key.screen, default: OwnedEffects()].lanes.insert(lane.key) }
  }

  private func setTimer(of lane: EffectLane, due: Double) {
    lane.timer = tasks.newTicket()
    tasks.timers.add(.lane(lane), due: due.wholeNanoseconds, ticket: lane.timer)
  }

  private func due(_ lane: EffectLane) {
    if let asking = lane.pending {
      lane.pending = nil
      count(asking.effect, -1)
      admit(asking, to: lane)
    }
    // So that it is forgotten when it is open again, also where what was asked for is not any more.
    if lane.closedUntil > clock.now { setTimer(of: lane, due: lane.closedUntil) }
    forgetIfIdle(lane)
  }

  private func admit(_ asking: EffectLane.Asking, to lane: EffectLane) {
    switch asking.effect.policy.overlap {
    case .every: break
    case .leading:
      if let running = lane.running.first(where: { !$0.isCancelled }) {
        return ledger.add(.absorbed, asking.effect, of: asking.n, by: running.owner)
      }
    case .latest: cancel(lane.running, by: asking.n)
    case .queue:
      if !lane.running.isEmpty {
        count(asking.effect, 1)
        return lane.queue.append(asking)
      }
    }
    begin(asking.effect, .bytes(asking.action), asking.n, lane: lane, screen: lane.key.screen)
  }

  func forgetAskings(of lane: EffectLane, where isMeant: (EffectLane.Asking) -> Bool = { _ in true }) {
    for asking in lane.queue + [lane.pending].compactMap(\.self) where isMeant(asking) { count(asking.effect, -1) }
    lane.queue.removeAll(where: isMeant)
    if let asking = lane.pending, isMeant(asking) { lane.pending = nil }
    forgetIfIdle(lane)
  }

  private func forgetIfIdle(_ lane: EffectLane) {
    guard lane.isIdle(at: clock.now), lanes[lane.key] === lane else { return }
    lanes[lane.key] = nil
    lane.timer = 0
    if lane.key.screen != 0 { disown(lane.key.screen) { $0.lanes.remove(lane.key) } }
  }

  private func disown(_ screen: Int, _ change: (inout OwnedEffects) -> Void) {
    guard var effects = owned.removeValue(forKey: screen) else { return }
    change(&effects)
    if !effects.isEmpty { owned[screen] = effects }
  }

  // MARK: runs

  private func begin(
    _ effect: HostEffect, _ action: TaskArgument, _ n: Int, lane: EffectLane? = nil, screen: Int
  ) {
    var start = start(effect, n: n, owner: n, lane: lane, screen: effect.policy.isBackground ? 0 : screen)
    if lane != nil {
      let run = EffectRun(start)
      start.run = run
      keep(run)
    }
    if tasks.begin(start, action: action) {
      count(effect, -1)
      teller?.ended(start.number, effect, action: n)
    }
  }

  private func start(
    _ effect: HostEffect, n: Int?, owner: Int, lane: EffectLane? = nil, screen: Int
  ) -> EffectStart {
    lastRun += 1
    count(effect, 1)
    let start = EffectStart(
      number: lastRun, effect: effect, action: n, owner: owner, id: lane?.key.id, lane: lane, screen: screen)
    teller?.began(start)
    return start
  }

  private func keep(_ run: EffectRun) {
    run.position = runs.count
    runs.append(run)
    if let lane = run.lane {
      lane.running.append(run)
      // It may have been forgotten when the run before was cancelled for this one.
      keep(lane)
    }
    if run.screen != 0 { owned[run.screen, default: OwnedEffects()].runs[run.number] = run }
  }

  private func ended(_ run: EffectRun) {
    let last = runs.removeLast()
    if last !== run {
      runs[run.position] = last
      last.position = run.position
    }
    count(run.effect, -1)
    onRunEnd(run.number)
    teller?.ended(run)
    if run.screen != 0 { disown(run.screen) { $0.runs[run.number] = nil } }
    guard let lane = run.lane else { return }
    lane.running.removeAll { $0 === run }
    // One that ends at once does not call the next from inside: there may be thousands.
    guard !lane.isAdvancing else { return }
    lane.isAdvancing = true
    while lane.running.isEmpty, let next = lane.queue.popFirst() {
      count(next.effect, -1)
      admit(next, to: lane)
    }
    lane.isAdvancing = false
    forgetIfIdle(lane)
  }

  func count(_ effect: HostEffect, _ difference: Int) {
    if !effect.policy.isBackground { awaited += difference }
  }

  private func id(of effect: HostEffect, _ action: [UInt8]) throws(HostError) -> String? {
    guard let key = effect.key else { return nil }
    let subject = "id of the \(effect.subject)"
    do throws(LuaError) {
      let result = try machine.call(key, [TapeReader.value(of: action)], phase: .event, budget: budget).first ?? .none
      if let text = result.idText { return text }
      throw LuaError(reason: .raised, message: "must give a string or a number, gave \(result.shown)")
    } catch {
      let place = machine.definition(of: key).map { ScriptPosition(file: $0.file, line: $0.line) }
      throw HostError(error, subject: subject, notes: ["The effect was not started."], place: place)
    }
  }
}

extension Value {
  /// As an id: a string or a whole number.
  fileprivate var idText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }
}
