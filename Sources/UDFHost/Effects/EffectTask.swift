import LuaRuntime

/// One coroutine of an effect.
final class EffectTask {
  let number: LuaMachine.TaskID
  let run: EffectRun
  /// nil: the run's own.
  private(set) var parent: EffectTask?
  private var spawned: [LuaMachine.TaskID: EffectTask] = [:]
  /// What it waits for, by a number never used twice; 0: it runs, or has not begun. Whoever answers must know it.
  var ticket = 0
  var hasBegun: Bool
  var hasEnded = false
  var isCancelled: Bool
  /// The call of a service that it waits for.
  var call: Task<Void, Never>?
  /// What it waits for if that is others.
  var joining: TaskJoin?
  /// Who waits for it.
  var join: TaskJoin?
  /// What went wrong in one that it waited for.
  var cause: LuaError?

  init(number: LuaMachine.TaskID, run: EffectRun, hasBegun: Bool = false, parent: EffectTask? = nil) {
    self.number = number
    self.run = run
    self.parent = parent
    self.hasBegun = hasBegun
    isCancelled = parent?.isCancelled ?? run.isCancelled
    parent?.spawned[number] = self
  }

  /// Those it has spawned that have not ended, oldest first.
  var children: [EffectTask] { spawned.values.sorted { $0.number < $1.number } }

  /// Leaves the tree; what it has spawned hangs from its parent then, or, of the run's own, stays.
  func leave() {
    hasEnded = true
    guard let parent else { return }
    parent.spawned[number] = nil
    for (number, child) in spawned {
      child.parent = parent
      parent.spawned[number] = child
    }
    spawned = [:]
    self.parent = nil
  }
}
