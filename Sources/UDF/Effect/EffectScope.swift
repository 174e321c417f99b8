/// What one use of a cancellable effect has started, or one run of an owner that cancels by run: it ends together.
package final class EffectScope {
  private let parent: EffectScope?
  /// The number that the owner knows it by; inside of another scope, that scope's.
  package let owner: Int
  /// The running jobs of this scope and of those inside it.
  private(set) var jobs: Set<Int> = []
  private var isEnded = false

  /// The outermost scope of what an owner starts under a number.
  package init(owner: Int) {
    parent = nil
    self.owner = owner
  }

  init(parent: EffectScope?) {
    self.parent = parent
    owner = parent?.owner ?? 0
  }

  var isCancelled: Bool { isEnded || parent?.isCancelled == true }

  func insert(_ job: Int) {
    jobs.insert(job)
    parent?.insert(job)
  }

  func remove(_ job: Int) {
    jobs.remove(job)
    parent?.remove(job)
  }

  /// From now on nothing starts inside it; returns the jobs that run there.
  func end() -> Set<Int> {
    isEnded = true
    return jobs
  }
}
