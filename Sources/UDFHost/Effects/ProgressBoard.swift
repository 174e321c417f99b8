import LuaRuntime

/// How far the running effects have come. Only that of the one which began first is told, so that two do not flicker.
struct ProgressBoard {
  /// Seconds between two tellings: nobody sees more.
  static let interval = 0.05

  private var entries: [(task: LuaMachine.TaskID, progress: EffectProgress)] = []
  private var told: EffectProgress?
  /// When the next may be told.
  private(set) var due = -Double.infinity

  private var present: EffectProgress? { entries.first?.progress }
  var isTold: Bool { present == told }

  /// nil: there is nothing left to do, or the effect has ended.
  mutating func set(_ progress: EffectProgress?, of task: LuaMachine.TaskID) {
    let index = entries.firstIndex { $0.task == task }
    switch (index, progress) {
    case (let index?, let progress?): entries[index].progress = progress
    case (let index?, nil): entries.remove(at: index)
    case (nil, let progress?): entries.append((task, progress))
    case (nil, nil): break
    }
  }

  /// What is to be shown from now on, `.some(nil)` for nothing; nil if that has not changed or it is not yet time.
  mutating func news(at now: @autoclosure () -> Double) -> EffectProgress?? {
    guard !isTold else { return nil }
    if present != nil {
      let now = now()
      guard now >= due else { return nil }
      due = now + Self.interval
    }
    told = present
    return .some(told)
  }
}
