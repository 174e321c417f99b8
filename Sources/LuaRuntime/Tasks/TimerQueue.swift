import HeapModule

/// Tasks and other targets in the order in which they are due; of two that are due at one time the older one first.
package struct TimerQueue {
  package enum Target {
    case task(LuaTask)
    case other(any TimerTarget)
  }

  private struct Timer: Comparable {
    var due: Double
    var ticket: Int
    var target: Target

    static func < (left: Timer, right: Timer) -> Bool { (left.due, left.ticket) < (right.due, right.ticket) }
    static func == (left: Timer, right: Timer) -> Bool { left.ticket == right.ticket }

    /// Whether its target still waits for it.
    var counts: Bool {
      switch target {
      case .task(let task): task.ticket == ticket
      case .other(let other): other.timer == ticket
      }
    }
  }

  private var timers = Heap<Timer>()
  /// The count above which timers without a waiting target are removed.
  private var limit = 64

  package var isEmpty: Bool { timers.isEmpty }
  /// Includes timers that nothing waits for any more.
  package var count: Int { timers.count }

  package mutating func add(_ target: Target, due: Double, ticket: Int) {
    timers.insert(Timer(due: due, ticket: ticket, target: target))
    guard timers.count > limit else { return }
    removeIdle()
    limit = max(64, timers.count * 2)
  }

  /// Removes those that nothing waits for any more.
  package mutating func removeIdle() { timers = Heap(timers.unordered.filter(\.counts)) }

  /// When the next one is due; nil if there is none.
  mutating func next() -> Double? {
    while let first = timers.min, !first.counts { timers.removeMin() }
    return timers.min?.due
  }

  /// How many are due.
  func count(at now: Double) -> Int { timers.unordered.count { $0.due <= now && $0.counts } }

  /// Takes the next of those that are due at `now` and older than `limit`.
  mutating func take(at now: Double, before limit: Int) -> Target? {
    while let first = timers.min {
      if first.counts, first.due > now || first.ticket >= limit { return nil }
      timers.removeMin()
      if first.counts { return first.target }
    }
    return nil
  }
}
