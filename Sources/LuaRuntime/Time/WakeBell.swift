import Platform
import Synchronization

/// Wakes a host's owner from any thread.
public final class WakeBell: Sendable {
  private let body = Guarded<(@Sendable () -> Void)?>(nil)
  // A semaphore of Dispatch waits by the wall clock on Linux, so a clock that is set back would prolong a wait.
  private let bell = Bell()
  private let rings = Atomic(false)
  private let waiting = Guarded(Waiting())

  /// The tasks that wait for the bell.
  private struct Waiting {
    var count = 0
    var last = 0
    var tasks: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Waits that timed out or were cancelled before they began.
    var resumed: Set<Int> = []
  }

  public init() {}

  package func onRing(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

  package func ring() {
    rings.store(true, ordering: .releasing)
    bell.ring()
    body.withLock { $0 }?()
    let tasks = waiting.withLock { waiting in
      waiting.count += 1
      defer { waiting.tasks = [:] }
      return waiting.tasks.values
    }
    for task in tasks { task.resume() }
  }

  /// The number of rings so far.
  package var count: Int { waiting.withLock { $0.count } }

  /// Returns when the bell has rung more than `count` times, after `seconds`, or when the task is cancelled.
  package func wait(past count: Int, seconds: Double? = nil, isolation: isolated (any Actor)? = #isolation) async {
    let number = waiting.withLock { waiting in
      waiting.last += 1
      return waiting.last
    }
    let timer = seconds.map { seconds in
      Task { [weak self] in
        try? await Task.sleep(for: .seconds(max(0, min(seconds, 3600))))
        self?.resume(number)
      }
    }
    defer { timer?.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = waiting.withLock { waiting in
          // The wait may have been resumed before it began.
          if waiting.count > count || waiting.resumed.remove(number) != nil { return true }
          waiting.tasks[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      resume(number)
    }
    waiting.withLock { _ = $0.resumed.remove(number) }
  }

  private func resume(_ number: Int) {
    let task = waiting.withLock { waiting in
      let task = waiting.tasks.removeValue(forKey: number)
      if task == nil { waiting.resumed.insert(number) }
      return task
    }
    task?.resume()
  }

  /// Whether the bell has rung since the last call. Writes of the ringing thread before the ring are then visible.
  package func hasRung() -> Bool { rings.load(ordering: .relaxed) && rings.exchange(false, ordering: .acquiring) }

  /// Waits for `seconds` or until a ring, which may have come since the last wait. Returns whether the bell has rung.
  @discardableResult package func wait(seconds: Double) -> Bool {
    bell.wait(seconds: max(0, min(seconds, 3600)))
  }
}
