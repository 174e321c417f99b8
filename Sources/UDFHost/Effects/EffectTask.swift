import LuaRuntime

/// One coroutine of an effect. Those of one run are a tree. Its links do not retain: it may be thousands deep, and releasing a
/// chain of that length recursively would overflow the stack.
final class EffectTask {
  let number: LuaMachine.TaskID
  let run: EffectRun
  /// The task that has spawned it; nil: it is the run's own.
  unowned var parent: EffectTask?
  /// Those it has spawned that have not ended.
  var spawned: Set<LuaMachine.TaskID> = []
  /// The number, never used twice, of what it waits for; 0: it runs, or has not begun. An answer must carry it.
  var ticket = 0
  var hasBegun: Bool
  var hasEnded = false
  var isCancelled: Bool
  /// The call of a service that it waits for.
  var call: Task<Void, Never>?
  /// The tasks that it waits for.
  var joining: TaskJoin?
  /// The wait of another task for this one.
  unowned var join: TaskJoin?
  /// The error of a task that it waited for.
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
