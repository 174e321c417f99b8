import LuaRuntime

/// The progress of the running effects. Only that of the first effect is shown, so that it does not alternate.
struct ProgressBoard {
  /// The minimum time between two events in seconds. A person cannot read more.
  static let interval = 0.05

  private var entries: [(task: LuaMachine.TaskID, progress: EffectProgress)] = []
  private var shown: EffectProgress?
  /// The time from which the next progress may be shown.
  private(set) var due = -Double.infinity

  private var present: EffectProgress? { entries.first?.progress }
  var isShown: Bool { present == shown }

  /// Sets the progress of a coroutine; nil: it is complete, or the coroutine has ended.
  mutating func set(_ progress: EffectProgress?, of task: LuaMachine.TaskID) {
    let index = entries.firstIndex { $0.task == task }
    switch (index, progress) {
    case (let index?, let progress?): entries[index].progress = progress
    case (let index?, nil): entries.remove(at: index)
    case (nil, let progress?): entries.append((task, progress))
    case (nil, nil): break
    }
  }

  /// Returns the progress to show from now on, or `.some(nil)` for none; nil if it has not changed or must wait.
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
