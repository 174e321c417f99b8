import LuaRuntime
import Platform

/// The times at which effects continue.
extension EffectScheduler {
  /// The time on the clock at which an effect continues or its progress may be shown; it may be in the past; nil: none.
  var nextMoment: Double? {
    let due = nextResumption
    return board.isShown ? due : earliest(due, board.due)
  }

  /// The time on the clock at which an effect in Lua continues; it may be in the past; nil if none sleeps.
  var nextResumption: Double? { heldLanes == nil ? tasks.nextMoment : clock.now }

  /// Seconds until ``nextResumption``; nil if none sleeps.
  var nextDue: Double? { heldLanes == nil ? tasks.nextDue : 0 }

  /// The number of effects in Lua that are due.
  var waiting: Int { tasks.waiting }

  /// The number of effects in Lua that wait for a service.
  var calls: Int { tasks.calls }

  /// Resumes effects that are due; with `hasEvents` also delivers the messages of other threads.
  func turn(hasEvents: Bool) {
    let held = heldLanes ?? []
    heldLanes = nil
    for lane in held { advance(lane) }
    if hasEvents { deliver() }
    tasks.turn(hasAnswers: hasEvents)
  }

  // MARK: progress

  func setProgress(_ progress: EffectProgress?, of task: LuaMachine.TaskID) {
    board.set(progress, of: task)
    emitProgress()
  }

  /// Emits delayed progress when it is due.
  func emitProgress() { if let news = board.news(at: clock.now) { emit(.progress(news)) } }
}
