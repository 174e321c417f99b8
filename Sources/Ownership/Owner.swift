import CallerIdentity
import Platform

/// The actor, task or thread that made an object and may use it.
///
/// A nonisolated function that the actor calls belongs to the actor. A task may resume on another thread, and remains
/// the owner. Code that runs on a custom executor outside of a task is not recognised.
@usableFromInline package struct Owner: Sendable {
  @usableFromInline enum Kind: Sendable {
    case main
    /// An actor, by the identity of its executor.
    case actor(UInt)
    case task(UInt)
    case thread
  }

  @usableFromInline let kind: Kind
  /// The thread on which every call is the owner's: that of the main actor if the object was made on it; 0 if there is none.
  @usableFromInline package let thread: UInt

  /// Makes the owner of objects that the caller makes.
  ///
  /// - Parameter isolation: the actor to which the caller is isolated. It is nil where Swift does not pass it: in the
  ///   default value of a property and in the initializer of an actor. Then the owner is the caller's actor, task or
  ///   thread.
  package init(_ isolation: (any Actor)?) {
    if isolation is MainActor || isolation == nil && Caller.isOnMainActor {
      (kind, thread) = (.main, caller_is_on_main_thread() ? Caller.thread : 0)
    } else if let executor = isolation.flatMap({ Caller.identity(of: $0.unownedExecutor) }) ?? caller_executor() {
      (kind, thread) = (.actor(UInt(bitPattern: executor)), 0)
    } else if let task = caller_task() {
      (kind, thread) = (.task(UInt(bitPattern: task)), 0)
    } else {
      (kind, thread) = (.thread, Caller.thread)
    }
  }

  // Compared in the caller's code: a call takes longer than the rest of the check.
  /// Whether the caller runs on the owner.
  @inlinable @inline(__always) package var isCurrent: Bool {
    switch kind {
    case .thread: thread == Caller.thread
    case .actor(let executor): UInt(bitPattern: caller_executor()) == executor
    case .task(let task): UInt(bitPattern: caller_task()) == task
    case .main: thread == Caller.thread || Caller.isOnMainActor
    }
  }

  /// Whether it is the main actor.
  package var isMain: Bool { if case .main = kind { true } else { false } }

  /// The kind of owner in words, for error messages.
  package var name: String {
    switch kind {
    case .main: "main actor"
    case .actor: "actor"
    case .task: "task"
    case .thread: "thread"
    }
  }
}
