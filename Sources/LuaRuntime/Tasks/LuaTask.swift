/// One coroutine. Those of one run are a tree, whose links do not retain: it may be thousands deep, and releasing a chain of
/// that length recursively would overflow the stack.
package final class LuaTask {
  package let number: LuaMachine.TaskID
  package let run: any TaskRun
  /// The task that has spawned it; nil: it is the run's own.
  unowned var parent: LuaTask?
  /// Those it has spawned that have not ended.
  var spawned: Set<LuaMachine.TaskID> = []
  /// The number, never used twice, of what it waits for; 0: it runs, or has not begun. An answer must carry it.
  var ticket = 0
  var hasBegun: Bool
  var hasEnded = false
  package internal(set) var isCancelled: Bool
  /// The call of a service that it waits for.
  var call: Task<Void, Never>?
  /// The tasks that it waits for.
  var joining: TaskJoin?
  /// The wait of another task for this one.
  unowned var join: TaskJoin?
  /// The error of a task that it waited for.
  var cause: LuaError?

  init(number: LuaMachine.TaskID, run: any TaskRun, hasBegun: Bool = false, parent: LuaTask? = nil) {
    self.number = number
    self.run = run
    self.parent = parent
    self.hasBegun = hasBegun
    isCancelled = parent?.isCancelled ?? run.isCancelled
    parent?.spawned.insert(number)
  }
}
