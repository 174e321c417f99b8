/// Holds messages of other threads for a store's owner, first in, first out.
///
/// Unchecked, because every field is only touched while the lock is held.
package final class Mailbox<Action>: @unchecked Sendable {
  package enum Message {
    case action(Action, job: Int?)
    case note(EffectNote, job: Int)
    case finished(job: Int)

    package var isAction: Bool { if case .action = self { true } else { false } }

    /// The job of an effect that has posted it; `nil` for an action of a handle.
    package var job: Int? {
      switch self {
      case .action(_, let job): job
      case .note(_, let job), .finished(let job): job
      }
    }
  }

  private let lock = RecursiveLock()
  private var messages: [Message] = []
  private var count = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var wake: (@Sendable () -> Void)?
  private var isClosed = false

  package init() {}

  /// How many messages satisfy the predicate, which is called while the lock is held.
  package func count(where predicate: (Message) -> Bool) -> Int { lock.withLock { messages.count(where: predicate) } }

  /// How many messages have ever been posted.
  var posted: Int { lock.withLock { count } }

  /// Calls `body`, on any thread, when a message comes and none was there.
  package func onWake(_ body: @escaping @Sendable () -> Void) {
    lock.withLock { wake = body }
  }

  func post(_ message: Message) {
    var wake: (@Sendable () -> Void)?
    lock.withLock {
      guard !isClosed else { return }
      // One wake delivers everything, so only the first message of a batch rings.
      if messages.isEmpty { wake = self.wake }
      messages.append(message)
      count += 1
    }
    wake?()
    resumeWaiters()
  }

  /// Removes all messages and returns them, oldest first.
  package func take() -> [Message] {
    var taken: [Message] = []
    lock.withLock { swap(&taken, &messages) }
    return taken
  }

  /// Returns once more than that many messages have been posted, even if someone else has taken them, or once the task is
  /// cancelled; may return early.
  func wait(past posted: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        lock.withLock {
          if count == posted, !isClosed, !Task.isCancelled {
            waiters.append(continuation)
          } else {
            continuation.resume()
          }
        }
      }
    } onCancel: {
      resumeWaiters()
    }
  }

  /// The same, but not beyond the deadline.
  func wait(past posted: Int, until deadline: ContinuousClock.Instant) async {
    let waiting = Task { await wait(past: posted) }
    let watchdog = Task {
      try await Task.sleep(until: deadline, clock: .continuous)
      waiting.cancel()
    }
    await withTaskCancellationHandler {
      await waiting.value
    } onCancel: {
      waiting.cancel()
    }
    watchdog.cancel()
  }

  /// Drops all messages, and those that are posted later.
  package func close() {
    lock.withLock {
      isClosed = true
      messages = []
    }
    resumeWaiters()
  }

  private func resumeWaiters() {
    var woken: [CheckedContinuation<Void, Never>] = []
    lock.withLock { swap(&woken, &waiters) }
    for waiter in woken { waiter.resume() }
  }
}
