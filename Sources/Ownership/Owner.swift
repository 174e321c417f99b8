import CallerIdentity
import Platform

/// The actor, task or thread that made an object and may use it.
///
/// A nonisolated function that the actor calls belongs to the actor. A task may resume on another thread, and remains
/// the owner. Code that runs on a custom executor outside of a task is not recognised.
package struct Owner: Sendable {
  /// The kind of owner with its identity.
  @usableFromInline enum Kind: Sendable {
    /// The main actor, and the main thread if the object was made on it; otherwise 0.
    case main(thread: UInt)
    /// An actor, by the identity of its executor.
    case actor(UInt)
    case task(UInt)
    case thread(UInt)
  }

  @usableFromInline let kind: Kind

  /// Makes the owner of objects that the caller makes.
  ///
  /// - Parameter isolation: the actor to which the caller is isolated. It is nil where Swift does not pass it: in the
  ///   default value of a property and in the initializer of an actor. Then the owner is the caller's actor, task or
  ///   thread.
  package init(_ isolation: (any Actor)?) {
    if isolation is MainActor || isolation == nil && Caller.isOnMainActor {
      kind = .main(thread: caller_is_on_main_thread() ? Caller.thread : 0)
    } else if let executor = isolation.flatMap({ Caller.identity(of: $0.unownedExecutor) }) ?? caller_executor() {
      kind = .actor(UInt(bitPattern: executor))
    } else if let task = caller_task() {
      kind = .task(UInt(bitPattern: task))
    } else {
      kind = .thread(Caller.thread)
    }
  }

  /// Whether the caller runs on the owner.
  @inlinable @inline(__always) package var isCurrent: Bool {
    switch kind {
    case .thread(let thread): thread == Caller.thread
    case .task(let task): UInt(bitPattern: caller_task()) == task
    case .actor(let executor): UInt(bitPattern: caller_executor()) == executor
    case .main(let thread): thread == Caller.thread || Caller.isOnMainActor
    }
  }

  /// Whether it is the main actor.
  package var isMain: Bool { if case .main = kind { true } else { false } }

  /// The only thread of the main actor; 0 if it is unknown, or another owner.
  package var mainThread: UInt { if case .main(let thread) = kind { thread } else { 0 } }

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
