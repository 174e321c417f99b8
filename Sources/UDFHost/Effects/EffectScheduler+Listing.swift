extension EffectScheduler {
  /// The effects that have not ended and the requests, in the order of their numbers.
  var list: [EffectInfo] {
    makeRuns()
    let (now, waits, moments) = (clock.now, tasks.waits, tasks.timers.moments)
    let running = runs.values.map { run in
      var info = EffectInfo(
        number: run.number, name: run.title ?? run.effect.subject, feature: run.effect.feature,
        type: run.effect.fullName, id: run.id, action: run.action ?? (run.owner > 0 ? run.owner : nil),
        seconds: now - run.time, isCancelled: run.isCancelled,
        isBackground: run.effect.policy.isBackground)
      info.waits = (waits[ObjectIdentifier(run)] ?? []).compactMap { EffectInfo.Wait($0, now) }
      if run.native != nil { info.waits = [.native] }
      return info
    }
    let requested = lanes.values.flatMap { lane in
      let calm = EffectInfo.Wait.calm(max(0, (moments[lane.timer] ?? now) - now))
      let waiting = lane.queue.map { ($0, EffectInfo.Wait.turn) } + (lane.pending.map { [($0, calm)] } ?? [])
      return waiting.map { (lane.key.id, $0, $1) }
    }.map { id, request, wait in
      EffectInfo(
        number: request.number, name: request.effect.subject, feature: request.effect.feature,
        type: request.effect.fullName, id: id, action: request.n, seconds: now - request.time, hasBegun: false,
        isBackground: request.effect.policy.isBackground, waits: [wait])
    }
    return (running + requested).sorted { $0.number < $1.number }
  }

  /// Cancels a run or drops a request by its number; returns false if there is none.
  func cancel(number: Int) -> Bool {
    makeRuns()
    if let run = runs[number] {
      cancel([run])
      return true
    }
    let isMeant = { (request: EffectLane.Request) in request.number == number }
    guard let lane = lanes.values.first(where: { $0.queue.contains(where: isMeant) || $0.pending.map(isMeant) == true })
    else { return false }
    forgetRequests(of: lane, where: isMeant)
    return true
  }
}

extension EffectInfo.Wait {
  fileprivate init?(_ wait: TaskWait, _ now: Double) {
    switch wait {
    case .time(let moment): self = .time(max(0, moment - now).wholeNanoseconds)
    case .call(let name): self = .service(name)
    // A wait for child coroutines is not listed, because the list shows what the children wait for.
    case .tasks, .nothing: return nil
    }
  }
}
