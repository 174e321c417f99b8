import LuaRuntime

/// Applies the policies of effects in Lua: which requests become runs, and when.
extension EffectScheduler {
  /// Requests an effect for an action in byte form, including its type. An effect in the background belongs to no
  /// screen. Without `pauses` the request waits for its turn in a queue only.
  func request(_ effect: HostEffect, action: [UInt8], n: Int, screen: Int = 0, pauses: Bool = true) {
    guard !isStopping else { return }
    if effect.policy.needsNoLane { return begin(effect, .bytes(action), n, screen: screen) }
    let screen = effect.policy.isBackground ? 0 : screen
    let id: String?
    do throws(HostError) { id = try self.id(of: effect, action) } catch { return emit(.error(error, action: n)) }
    let lane = lane(EffectLane.Key(feature: effect.feature, action: effect.action, id: id, screen: screen))
    let request = EffectLane.Request(effect, action, n: n, number: nextRun(), time: clock.now)
    guard pauses else { return admit(request, to: lane) }
    if let seconds = effect.policy.throttle {
      guard lane.closedUntil <= clock.now else { return absorb(effect, of: n, by: lane.closedBy) }
      lane.closedUntil = (clock.now + seconds).wholeNanoseconds
      lane.closedBy = n
      setTimer(of: lane, due: lane.closedUntil)
    }
    guard let seconds = effect.policy.debounce else { return admit(request, to: lane) }
    if let former = lane.pending {
      absorb(former.effect, of: former.n, by: n)
      removed(former)
    }
    added(request)
    lane.pending = request
    setTimer(of: lane, due: clock.now + seconds)
  }

  /// Requests the only effect of the action that a script is dispatching now; the effect does not depend on other runs.
  func requestNow(_ effect: HostEffect, n: Int, screen: Int) {
    if !isStopping { begin(effect, .action, n, screen: screen) }
  }

  /// Drops the requests of a lane that wait for their turn or for a pause.
  func forgetRequests(of lane: EffectLane, where isMeant: (EffectLane.Request) -> Bool = { _ in true }) {
    for request in lane.queue + [lane.pending].compactMap(\.self) where isMeant(request) { removed(request) }
    lane.queue.removeAll(where: isMeant)
    if let request = lane.pending, isMeant(request) { lane.pending = nil }
    forgetIfIdle(lane)
  }

  func keep(_ lane: EffectLane) {
    // The lane may have been removed when the previous run was cancelled for this one.
    guard lanes.updateValue(lane, forKey: lane.key) !== lane else { return }
    let name = lane.key.name
    namedLanes.insert(lane, for: name)
    guard name.screen != 0 else { return }
    namedLanes.insert(lane, for: name.onAnyScreen)
    lanesOfScreens.insert(lane, for: name.screen)
  }

  /// Called when the timer of a lane is due.
  func due(_ lane: EffectLane) {
    if let request = lane.pending {
      lane.pending = nil
      removed(request)
      admit(request, to: lane)
    }
    // The timer removes the lane after the pause, also if its request was dropped.
    if lane.closedUntil > clock.now { setTimer(of: lane, due: lane.closedUntil) }
    forgetIfIdle(lane)
  }

  /// Starts the next request of a lane if no run is left in it.
  func advance(_ lane: EffectLane) {
    // A run that ends at once does not start the next one recursively, because there may be thousands.
    guard !lane.isAdvancing else { return }
    lane.isAdvancing = true
    while lane.living == 0, let next = lane.queue.popFirst() {
      removed(next)
      begin(next, in: lane)
    }
    lane.isAdvancing = false
    forgetIfIdle(lane)
  }

  private func lane(_ key: EffectLane.Key) -> EffectLane {
    if let lane = lanes[key] { return lane }
    let lane = EffectLane(key: key) { [unowned(unsafe) self] in due($0) }
    keep(lane)
    return lane
  }

  private func setTimer(of lane: EffectLane, due: Double) {
    lane.timer = tasks.newTicket()
    tasks.timers.add(.other(lane), due: due.wholeNanoseconds, ticket: lane.timer)
  }

  private func admit(_ request: EffectLane.Request, to lane: EffectLane) {
    switch request.effect.policy.overlap {
    case .every: break
    case .leading:
      if let first = lane.running.values.first {
        return absorb(request.effect, of: request.n, by: first.owner)
      }
    case .latest:
      cancel(Array(lane.running.values), by: request.n)
    case .queue:
      // After an undo, the queue may wait for the next turn although no run is left.
      if lane.living > 0 || !lane.queue.isEmpty {
        added(request)
        return lane.queue.append(request)
      }
    }
    begin(request, in: lane)
  }

  private func begin(_ request: EffectLane.Request, in lane: EffectLane) {
    begin(
      request.effect, .bytes(request.action), request.n, number: request.number, lane: lane, screen: lane.key.screen)
  }

  private func forgetIfIdle(_ lane: EffectLane) {
    guard lane.isIdle(at: clock.now), lanes[lane.key] === lane else { return }
    lanes[lane.key] = nil
    lane.timer = 0
    let name = lane.key.name
    namedLanes.remove(lane, for: name)
    guard name.screen != 0 else { return }
    namedLanes.remove(lane, for: name.onAnyScreen)
    lanesOfScreens.remove(lane, for: name.screen)
  }

  private func id(of effect: HostEffect, _ action: [UInt8]) throws(HostError) -> String? {
    guard let key = effect.key else { return nil }
    let subject = "id of the \(effect.subject)"
    do throws(LuaError) {
      let result = try machine.call(key, [TapeReader.value(of: action)], phase: .event, budget: budget).first ?? .none
      if let text = result.idText { return text }
      throw LuaError(reason: .raised, message: "must return a string or a number, returned \(result.shown)")
    } catch {
      let place = machine.definition(of: key).map { ScriptPosition(file: $0.file, line: $0.line) }
      throw HostError(error, subject: subject, notes: ["The effect was not started."], place: place)
    }
  }
}

extension Value {
  /// The id of an effect: a string or a whole number; nil if the value is neither.
  var idText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }
}
