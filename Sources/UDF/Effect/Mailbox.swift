import Platform

/// Holds messages from other threads for a store's owner, in the order of arrival.
///
/// Unchecked, because all fields are protected by the lock.
package final class Mailbox<Action>: @unchecked Sendable {
  package enum Message {
    case action(Action, job: Int?)
    case note(EffectNote, job: Int?)
    case finished(job: Int)

    package var isAction: Bool { if case .action = self { true } else { false } }

    /// The job whose effect has posted the message; `nil` if it comes from elsewhere.
    package var job: Int? {
      switch self {
      case .action(_, let job), .note(_, let job): job
      case .finished(let job): job
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

  /// Returns the number of messages that satisfy the predicate. The predicate is called while the lock is held.
  package func count(where predicate: (Message) -> Bool) -> Int { lock.withLock { messages.count(where: predicate) } }

  /// The number of posts and rings so far.
  var posted: Int { lock.withLock { count } }

  /// Calls `body`, on any thread, when a message arrives in an empty mailbox.
  package func onWake(_ body: @escaping @Sendable () -> Void) { lock.withLock { wake = body } }

  /// Resumes all waiting tasks although there is no new message.
  func ring() {
    lock.withLock { count += 1 }
    resumeWaiters()
  }

  func post(_ message: Message) {
    var wake: (@Sendable () -> Void)?
    lock.withLock {
      guard !isClosed else { return }
      // One wake delivers all messages, so only the first one in an empty mailbox calls it.
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

  /// Returns, perhaps early, when more than `posted` messages have been posted, or when the task is cancelled.
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

  /// Does the same as ``wait(past:)``, but returns at the deadline at the latest.
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

  /// Drops all present and later messages.
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
