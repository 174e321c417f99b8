import CallerIdentity
import Platform
import Synchronization

/// The actor that a store is confined to. If no actor made the store, any thread may use it, but only one at a time.
///
/// Any thread may call the methods of the owner.
@usableFromInline final class StoreOwner: Sendable {
  private enum Kind {
    case main
    /// An actor, by the identity of its executor.
    case actor(UInt)
    case anyone
  }

  @usableFromInline enum Admission {
    case owner
    /// The caller has claimed the store, and must release it after use.
    case claimed
    case refused
  }

  private enum Use {
    static let none: UInt8 = 0
    static let byOwner: UInt8 = 1
    static let byOthers: UInt8 = 2
  }

  private let kind: Kind
  private let mainThread: UInt
  private let claimant = Atomic<UInt>(0)
  /// Whether a caller that could not claim the store has left a message for the claimant.
  private let hasRefused = Atomic(false)
  private let use: Atomic<UInt8>

  /// - Parameter isolation: the actor that the caller is isolated to. It is nil where Swift does not pass it: in the
  ///   default value of a property and in the initializer of an actor.
  init(_ isolation: (any Actor)?) {
    if isolation is MainActor || isolation == nil && Caller.isOnMainActor {
      kind = .main
      mainThread = caller_is_on_main_thread() ? StoreOwner.currentThread : 0
      // With a nil isolation the main actor may be running the initializer of another actor, which then owns the store.
      use = Atomic(isolation == nil ? Use.none : Use.byOwner)
    } else {
      let executor = isolation.flatMap { Caller.identity(of: $0.unownedExecutor) }
      kind = executor.map { .actor(UInt(bitPattern: $0)) } ?? .anyone
      mainThread = 0
      use = Atomic(Use.byOwner)
    }
  }

  /// The only thread of the owner; 0 if it is unknown or there are several.
  @usableFromInline var thread: UInt { use.load(ordering: .relaxed) == Use.byOwner ? mainThread : 0 }

  var isMain: Bool { if case .main = kind { true } else { false } }

  /// Whether the caller certainly runs on the owner. An actor may run on any thread; so may the main actor of a program
  /// whose main function is asynchronous.
  @usableFromInline var isCurrent: Bool {
    switch kind {
    case .main: use.load(ordering: .relaxed) == Use.byOwner && Caller.isOnMainActor
    case .actor(let executor): UInt(bitPattern: caller_executor()) == executor
    case .anyone: false
    }
  }

  /// Returns whether the caller may use the store. After `.claimed` the caller must call ``release()``.
  @usableFromInline func admit() -> Admission {
    switch kind {
    case .main:
      let isOwner = mainThread != 0 && mainThread == StoreOwner.currentThread || Caller.isOnMainActor
      let first = isOwner ? Use.byOwner : Use.byOthers
      let (isFirst, present) = use.compareExchange(
        expected: Use.none, desired: first, ordering: .sequentiallyConsistent)
      if (isFirst ? first : present) == Use.byOthers { return claim() }
      return isOwner ? .owner : .refused
    case .actor(let executor): return UInt(bitPattern: caller_executor()) == executor ? .owner : .refused
    case .anyone: return claim()
    }
  }

  private func claim() -> Admission {
    let caller = StoreOwner.currentThread
    let (isFree, present) = claimant.compareExchange(expected: 0, desired: caller, ordering: .sequentiallyConsistent)
    return isFree ? .claimed : present == caller ? .owner : .refused
  }

  /// Records that a refused caller has left a message.
  func noteRefusal() { hasRefused.store(true, ordering: .sequentiallyConsistent) }

  /// Claims the store to deliver messages of refused callers. Returns false if there are none, or another caller will
  /// deliver them.
  @usableFromInline func claimForRefused() -> Bool {
    guard hasRefused.load(ordering: .sequentiallyConsistent), case .claimed = admit() else { return false }
    hasRefused.store(false, ordering: .sequentiallyConsistent)
    return true
  }

  @usableFromInline func release() { claimant.store(0, ordering: .sequentiallyConsistent) }

  @inlinable @inline(__always) static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
