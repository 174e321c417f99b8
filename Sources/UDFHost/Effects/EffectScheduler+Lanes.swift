import LuaRuntime

/// Which requests of an effect in Lua become runs, and when: its policy.
extension EffectScheduler {
  /// An action requests an effect; it comes in byte form, type included. What runs in the background belongs to no screen.
  /// Without `pauses` it need not wait for anything but its turn.
  func ask(_ effect: HostEffect, action: [UInt8], n: Int, screen: Int = 0, pauses: Bool = true) {
    guard !isStopping else { return }
    if effect.policy.needsNoLane { return begin(effect, .bytes(action), n, screen: screen) }
    let screen = effect.policy.isBackground ? 0 : screen
    let id: String?
    do throws(HostError) { id = try self.id(of: effect, action) } catch { return emit(.error(error, action: n)) }
    let lane = lane(EffectLane.Key(feature: effect.feature, action: effect.action, id: id, screen: screen))
    let request = EffectLane.Request(effect, action, n: n)
    guard pauses else { return admit(request, to: lane) }
    if let seconds = effect.policy.throttle {
      guard lane.closedUntil <= clock.now else { return ledger.add(.absorbed, effect, of: n, by: lane.closedBy) }
      lane.closedUntil = (clock.now + seconds).wholeNanoseconds
      lane.closedBy = n
      setTimer(of: lane, due: lane.closedUntil)
    }
    guard let seconds = effect.policy.debounce else { return admit(request, to: lane) }
    if let former = lane.pending {
      ledger.add(.absorbed, former.effect, of: former.n, by: n)
      removed(former)
    }
    added(request)
    lane.pending = request
    setTimer(of: lane, due: clock.now + seconds)
  }

  /// The action that a script sends right now requests its only effect, which does not depend on other runs.
  func askNow(_ effect: HostEffect, n: Int, screen: Int) {
    if !isStopping { begin(effect, .action, n, screen: screen) }
  }

  /// Drops what waits in a lane for its turn or for a pause.
  func forgetRequests(of lane: EffectLane, where isMeant: (EffectLane.Request) -> Bool = { _ in true }) {
    for request in lane.queue + [lane.pending].compactMap(\.self) where isMeant(request) { removed(request) }
    lane.queue.removeAll(where: isMeant)
    if let request = lane.pending, isMeant(request) { lane.pending = nil }
    forgetIfIdle(lane)
  }

  func keep(_ lane: EffectLane) {
    // It may have been forgotten when the run before was cancelled for this one.
    guard lanes.updateValue(lane, forKey: lane.key) !== lane else { return }
    let name = lane.key.name
    namedLanes.insert(lane, for: name)
    guard name.screen != 0 else { return }
    namedLanes.insert(lane, for: name.onAnyScreen)
    lanesOfScreens.insert(lane, for: name.screen)
  }

  /// The timer of a lane is due.
  func due(_ lane: EffectLane) {
    if let request = lane.pending {
      lane.pending = nil
      removed(request)
      admit(request, to: lane)
    }
    // So that it is forgotten when it is open again, also where its request was dropped.
    if lane.closedUntil > clock.now { setTimer(of: lane, due: lane.closedUntil) }
    forgetIfIdle(lane)
  }

  /// One of its runs has ended: the next one begins.
  func advance(_ lane: EffectLane) {
    lane.living -= 1
    // One that ends at once does not begin the next one from inside: there may be thousands.
    guard !lane.isAdvancing else { return }
    lane.isAdvancing = true
    while lane.living == 0, let next = lane.queue.popFirst() {
      removed(next)
      admit(next, to: lane)
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
        return ledger.add(.absorbed, request.effect, of: request.n, by: first.owner)
      }
    case .latest:
      cancel(Array(lane.running.values), by: request.n)
    case .queue:
      if lane.living > 0 {
        added(request)
        return lane.queue.append(request)
      }
    }
    begin(request.effect, .bytes(request.action), request.n, lane: lane, screen: lane.key.screen)
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
      throw LuaError(reason: .raised, message: "must give a string or a number, gave \(result.shown)")
    } catch {
      let place = machine.definition(of: key).map { ScriptPosition(file: $0.file, line: $0.line) }
      throw HostError(error, subject: subject, notes: ["The effect was not started."], place: place)
    }
  }
}

extension Value {
  /// As an id of an effect: a string or a whole number; nil if it is neither.
  var idText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }
}
