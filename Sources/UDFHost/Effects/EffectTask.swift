import LuaRuntime

/// One coroutine of an effect. Those of one run are a tree, whose links keep nobody alive: it may be thousands deep, and what is
/// that deep cannot be let go of from one end.
final class EffectTask {
  let number: LuaMachine.TaskID
  let run: EffectRun
  /// nil: the run's own.
  unowned var parent: EffectTask?
  /// Those it has spawned that have not ended.
  var spawned: Set<LuaMachine.TaskID> = []
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
  unowned var join: TaskJoin?
  /// What went wrong in one that it waited for.
  var cause: LuaError?

  init(number: LuaMachine.TaskID, run: EffectRun, hasBegun: Bool = false, parent: EffectTask? = nil) {
    self.number = number
    self.run = run
    self.parent = parent
    self.hasBegun = hasBegun
    isCancelled = parent?.isCancelled ?? run.isCancelled
    parent?.spawned.insert(number)
  }
}
