import CallerIdentity
import Platform
import Synchronization

/// The actor that a host is confined to; the task or thread that made the host if no actor did.
///
/// A nonisolated function that the actor calls belongs to the actor. The initialiser of an actor does not: a host that is
/// made there belongs to the caller's actor, task or thread. A task may resume on another thread, and stays the owner. Code
/// that runs on a custom executor outside of a task is not recognised and is refused.
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

  /// The owner of what the caller makes.
  ///
  /// - Parameters:
  ///   - isolation: the actor that the caller is isolated to.
  ///   - report: called once, on any thread, with the first refusal that cannot be thrown.
  init(_ isolation: (any Actor)?, report: @escaping @Sendable (HostError) -> Void = HostOwner.print) {
    reporter = Reporter(report)
    if isolation is MainActor || isolation == nil && MainQueue.isCurrent {
      kind = .main(thread: caller_is_on_main_thread() ? pthread_self() : nil)
    } else if let executor = isolation.flatMap({ HostOwner.identity(of: $0.unownedExecutor) }) ?? caller_executor() {
      kind = .actor(executor)
    } else if let task = caller_task() {
      kind = .task(task)
    } else {
      kind = .thread(pthread_self())
    }
  }

  /// Whether the caller runs on the owner.
  @inline(__always) var isCurrent: Bool {
    // `==` saves the call of pthread_equal: a thread's identity is one word on all systems that the package is built for.
    switch kind {
    case .thread(let thread): thread == pthread_self()
    case .task(let task): caller_task() == task
    case .actor(let executor): caller_executor() == executor
    case .main(let thread): thread == pthread_self() || HostOwner.isOnMainActor
    }
  }

  /// Throws a ``HostError`` with the code `owner` if the caller does not run on the owner.
  @inline(__always) func require(_ entry: StaticString = #function) throws(HostError) {
    if !isCurrent { throw refusal(of: entry) }
  }

  /// Why a call of `entry` from elsewhere is refused.
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

  /// Reports that a call of `entry` was refused, if it is the first.
  @inline(never) func report(_ entry: StaticString) {
    if !reporter.hasReported.exchange(true, ordering: .relaxed) { reporter.body(refusal(of: entry)) }
  }

  /// Writes an error to standard error.
  static func print(_ error: HostError) {
    let text = Array((error.message + "\n").utf8)
    _ = write(STDERR_FILENO, text, text.count)
  }

  // Main-actor code at top level and in blocks of the main queue runs in no task, so it has no executor to compare.
  @inline(never) private static var isOnMainActor: Bool {
    caller_executor() == identity(of: MainActor.sharedUnownedExecutor) || MainQueue.isCurrent
  }

  private static func identity(of executor: UnownedSerialExecutor) -> UnsafeRawPointer? {
    unsafeBitCast(executor, to: (identity: UnsafeRawPointer?, implementation: UInt).self).identity
  }
}

/// Reports once.
private final class Reporter: Sendable {
  let body: @Sendable (HostError) -> Void
  let hasReported = Atomic(false)

  init(_ body: @escaping @Sendable (HostError) -> Void) { self.body = body }
}
