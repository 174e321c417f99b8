import HeapModule

/// Tasks and other targets in the order of their due times, and of their tickets at equal times.
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
  /// Includes timers whose targets no longer wait.
  package var count: Int { timers.count }

  /// The due time of each timer, by its ticket.
  package var moments: [Int: Double] {
    Dictionary(timers.unordered.map { ($0.ticket, $0.due) }, uniquingKeysWith: { first, _ in first })
  }

  /// Called with the due time of a new timer that is due before all others.
  package var onEarlier: ((Double) -> Void)?

  package mutating func add(_ target: Target, due: Double, ticket: Int) {
    if let onEarlier, timers.min.map({ due < $0.due }) ?? true { onEarlier(due) }
    timers.insert(Timer(due: due, ticket: ticket, target: target))
    guard timers.count > limit else { return }
    removeIdle()
    limit = max(64, timers.count * 2)
  }

  /// Removes timers whose targets no longer wait.
  package mutating func removeIdle() { timers = Heap(timers.unordered.filter(\.counts)) }

  /// The due time of the next timer; nil if there is none.
  mutating func next() -> Double? {
    while let first = timers.min, !first.counts { timers.removeMin() }
    return timers.min?.due
  }

  /// The number of timers that are due.
  func count(at now: Double) -> Int { timers.unordered.count { $0.due <= now && $0.counts } }

  /// Removes and returns the next target that is due at `now` and whose ticket is below `limit`.
  mutating func take(at now: Double, before limit: Int) -> Target? {
    while let first = timers.min {
      if first.counts, first.due > now || first.ticket >= limit { return nil }
      timers.removeMin()
      if first.counts { return first.target }
    }
    return nil
  }
}
