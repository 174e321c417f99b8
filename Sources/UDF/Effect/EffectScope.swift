/// The effects of one action, of one cancellable effect, or of one run of an owner. They end together.
@usableFromInline package final class EffectScope {
  private let parent: EffectScope?
  /// The owner's number of the scope; for an inner scope, the number of the outer one.
  package let owner: Int
  /// The running jobs of this scope and of its inner scopes.
  private(set) var jobs: Set<Int> = []
  private var isEnded = false

  /// Makes the outermost scope for a number of the owner.
  package init(owner: Int) {
    parent = nil
    self.owner = owner
  }

  init(parent: EffectScope?) {
    self.parent = parent
    owner = parent?.owner ?? 0
  }

  /// The outermost scope around this one.
  var outermost: EffectScope { parent?.outermost ?? self }

  var isCancelled: Bool { isEnded || parent?.isCancelled == true }

  func insert(_ job: Int) {
    jobs.insert(job)
    parent?.insert(job)
  }

  func remove(_ job: Int) {
    jobs.remove(job)
    parent?.remove(job)
  }

  /// Prevents further starts in this scope. Returns its running jobs.
  func end() -> Set<Int> {
    isEnded = true
    return jobs
  }
}
