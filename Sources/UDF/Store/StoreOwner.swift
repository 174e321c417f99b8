import Ownership
import Synchronization

/// The actor that a store is confined to. If no actor made the store, any thread may use it, but only one at a time.
///
/// Any thread may call the methods of the owner.
@usableFromInline final class StoreOwner: Sendable {
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

  private let owner: Owner
  private let claimant = Atomic<UInt>(0)
  /// Whether a caller that could not claim the store has left a message for the claimant.
  private let hasRefused = Atomic(false)
  /// The first use decides it if Swift does not pass the isolation on the main actor, which may be running the
  /// initializer of another actor: then that actor owns the store.
  private let use: Atomic<UInt8>

  /// - Parameter isolation: the actor that the caller is isolated to; nil where Swift does not pass it.
  init(_ isolation: (any Actor)?) {
    owner = Owner(isolation)
    use = Atomic(isolation != nil ? Use.byOwner : owner.isMain ? Use.none : Use.byOthers)
  }

  /// The only thread of the owner; 0 if it is unknown or there are several.
  @usableFromInline var thread: UInt { isOwned ? owner.thread : 0 }

  var isMain: Bool { owner.isMain }

  private var isOwned: Bool { use.load(ordering: .relaxed) == Use.byOwner }

  /// Whether the caller certainly runs on the owner.
  @usableFromInline var isCurrent: Bool { isOwned && owner.isCurrent }

  /// Returns whether the caller may use the store. After `.claimed` the caller must call ``release()``.
  @usableFromInline func admit() -> Admission {
    if use.load(ordering: .relaxed) == Use.byOthers { return claim() }
    let isOwner = owner.isCurrent
    let first = isOwner ? Use.byOwner : Use.byOthers
    let (isFirst, present) = use.compareExchange(expected: Use.none, desired: first, ordering: .sequentiallyConsistent)
    if (isFirst ? first : present) == Use.byOthers { return claim() }
    return isOwner ? .owner : .refused
  }

  private func claim() -> Admission {
    let caller = Caller.thread
    let (isFree, present) = claimant.compareExchange(expected: 0, desired: caller, ordering: .sequentiallyConsistent)
    return isFree ? .claimed : present == caller ? .owner : .refused
  }

  /// Records that a refused caller has left a message.
  func noteRefusal() { hasRefused.store(true, ordering: .sequentiallyConsistent) }

  /// Claims the store to deliver messages of refused callers. Returns false if there are none, or another caller does.
  @usableFromInline func claimForRefused() -> Bool {
    guard hasRefused.load(ordering: .sequentiallyConsistent), case .claimed = admit() else { return false }
    hasRefused.store(false, ordering: .sequentiallyConsistent)
    return true
  }

  @usableFromInline func release() { claimant.store(0, ordering: .sequentiallyConsistent) }

  @inlinable @inline(__always) static var currentThread: UInt { Caller.thread }
}
