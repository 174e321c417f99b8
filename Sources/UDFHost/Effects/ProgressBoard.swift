import LuaRuntime

/// The progress of the running effects. Only that of the effect which began first is shown, so that two do not flicker.
struct ProgressBoard {
  /// Seconds between two events: a person cannot follow more.
  static let interval = 0.05

  private var entries: [(task: LuaMachine.TaskID, progress: EffectProgress)] = []
  private var shown: EffectProgress?
  /// When the next may be shown.
  private(set) var due = -Double.infinity

  private var present: EffectProgress? { entries.first?.progress }
  var isShown: Bool { present == shown }

  /// Sets the progress of a coroutine. nil: there is nothing left to do, or it has ended.
  mutating func set(_ progress: EffectProgress?, of task: LuaMachine.TaskID) {
    let index = entries.firstIndex { $0.task == task }
    switch (index, progress) {
    case (let index?, let progress?): entries[index].progress = progress
    case (let index?, nil): entries.remove(at: index)
    case (nil, let progress?): entries.append((task, progress))
    case (nil, nil): break
    }
  }

  /// Returns what to show from now on, `.some(nil)` for nothing; nil if that has not changed or it is not yet time.
  mutating func news(at now: @autoclosure () -> Double) -> EffectProgress?? {
    guard !isShown else { return nil }
    if present != nil {
      let now = now()
      guard now >= due else { return nil }
      due = now + Self.interval
    }
    shown = present
    return .some(shown)
  }
}
