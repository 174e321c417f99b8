import CallerIdentity
import Platform
import Synchronization
import UDF

/// The actor that a host is confined to; without an actor, the task or thread that made the host.
///
/// A nonisolated function that the actor calls belongs to the actor. In the initialiser of an actor, the owner is the
/// caller's actor, task or thread. A task may resume on another thread, and remains the owner. Code that runs on a
/// custom executor outside of a task is not recognised and is refused.
///
/// The last reference to a host may be released anywhere.
struct HostOwner {
  private enum Kind {
    /// The main actor, and the main thread if the host was made on it.
    case main(thread: pthread_t?)
    /// An actor, by the identity of its executor.
    case actor(UnsafeRawPointer)
    case task(UnsafeRawPointer)
    case thread(pthread_t)
  }

  private let kind: Kind
  private let reporter: Reporter

  /// Makes the owner for objects that the caller makes.
  ///
  /// - Parameters:
  ///   - isolation: the actor to which the caller is isolated.
  ///   - report: called once, on any thread, with the first refusal that cannot be thrown.
  init(_ isolation: (any Actor)?, report: @escaping @Sendable (HostError) -> Void = HostOwner.print) {
    reporter = Reporter(report)
    if isolation is MainActor || isolation == nil && MainQueue.isCurrent {
      kind = .main(thread: caller_is_on_main_thread() ? pthread_self() : nil)
    } else if let executor = isolation.flatMap({ Caller.identity(of: $0.unownedExecutor) }) ?? caller_executor() {
      kind = .actor(executor)
    } else if let task = caller_task() {
      kind = .task(task)
    } else {
      kind = .thread(pthread_self())
    }
  }

  /// Whether the caller runs on the owner.
  @inline(__always) var isCurrent: Bool {
    // `==` avoids a call of pthread_equal: a thread's identity is one word on all supported systems.
    switch kind {
    case .thread(let thread): thread == pthread_self()
    case .task(let task): caller_task() == task
    case .actor(let executor): caller_executor() == executor
    case .main(let thread): thread == pthread_self() || Caller.isOnMainActor
    }
  }

  /// Throws a ``HostError`` with the code `owner` if the caller does not run on the owner.
  @inline(__always) func require(_ entry: StaticString = #function) throws(HostError) {
    if !isCurrent { throw refusal(of: entry) }
  }

  /// Returns the error for a call of `entry` from elsewhere.
  @inline(never) func refusal(of entry: StaticString) -> HostError {
    let owner =
      switch kind {
      case .main: "main actor"
      case .actor: "actor"
      case .task: "task"
      case .thread: "thread"
      }
    return HostError(
      code: "owner",
      message: """
        \(entry): only the \(owner) that made this host may call it
          The call was refused and the state is unchanged.
          To fix this, call it there, or send through the host's handle, which any thread may use: \
        host.handle.send("feature/action")
        """)
  }

  /// Reports the first refused call.
  @inline(never) func report(_ entry: StaticString) {
    if !reporter.hasReported.exchange(true, ordering: .relaxed) { reporter.body(refusal(of: entry)) }
  }

  /// Writes an error to standard error.
  static func print(_ error: HostError) {
    let text = Array((error.message + "\n").utf8)
    _ = write(STDERR_FILENO, text, text.count)
  }
}

/// Reports once.
private final class Reporter: Sendable {
  let body: @Sendable (HostError) -> Void
  let hasReported = Atomic(false)

  init(_ body: @escaping @Sendable (HostError) -> Void) { self.body = body }
}
