import LuaRuntime

/// What is due, and when.
extension EffectScheduler {
  /// When an effect is resumed or its progress may be shown, on the clock and maybe long ago; nil if neither will be.
  var nextMoment: Double? {
    let due = nextResumption
    return board.isShown ? due : [due, board.due].compactMap(\.self).min()
  }

  /// When an effect in Lua is resumed, on the clock and maybe long ago; nil if none sleeps.
  var nextResumption: Double? { tasks.nextMoment }

  /// Seconds until then; nil if none sleeps.
  var nextDue: Double? { tasks.nextDue }

  /// How many effects in Lua would be resumed now.
  var waiting: Int { tasks.waiting }

  /// How many effects in Lua wait for a service.
  var calls: Int { tasks.calls }

  /// Resumes what is due; with `hasNews` also delivers what other threads have posted.
  func turn(hasNews: Bool) {
    if hasNews { deliver() }
    tasks.turn(hasAnswers: hasNews)
  }

  // MARK: progress

  func setProgress(_ progress: EffectProgress?, of task: LuaMachine.TaskID) {
    board.set(progress, of: task)
    emitProgress()
  }

  /// Emits the progress that had to wait, once it is time.
  func emitProgress() {
    if let news = board.news(at: clock.now) { emit(.progress(news)) }
  }
}
