import HeapModule

/// What is due when. Of two that are due at one time the older goes first.
struct TimerQueue {
  enum Target {
    case task(EffectTask)
    case lane(EffectLane)
  }

  private struct Timer: Comparable {
    var due: Double
    var ticket: Int
    var target: Target

    static func < (left: Timer, right: Timer) -> Bool { (left.due, left.ticket) < (right.due, right.ticket) }
    static func == (left: Timer, right: Timer) -> Bool { left.ticket == right.ticket }

    /// Whether somebody still waits for it.
    var counts: Bool {
      switch target {
      case .task(let task): task.ticket == ticket
      case .lane(let lane): lane.timer == ticket
      }
    }
  }

  private var timers = Heap<Timer>()

  mutating func add(_ target: Target, due: Double, ticket: Int) {
    timers.insert(Timer(due: due, ticket: ticket, target: target))
  }

  /// When the next is due.
  mutating func next() -> Double? {
    while let first = timers.min, !first.counts { timers.removeMin() }
    return timers.min?.due
  }

  /// Takes the next of those that are due at `now` and older than `limit`.
  mutating func take(at now: Double, before limit: Int) -> Target? {
    guard let due = next(), due <= now, let first = timers.min, first.ticket < limit else { return nil }
    timers.removeMin()
    return first.target
  }
}
