/// One coroutine. The coroutines of a run form a tree. Its links do not retain, because the tree may be thousands of
/// levels deep and releasing such a chain recursively would overflow the stack.
package final class LuaTask {
  package let number: LuaMachine.TaskID
  package let run: any TaskRun
  /// The task that spawned this one; nil for the root of the run.
  unowned var parent: LuaTask?
  /// The running tasks that it has spawned.
  var spawned: Set<LuaMachine.TaskID> = []
  /// The unique number of its current wait; 0: it runs or has not started. An answer must have this number.
  var ticket = 0
  var hasBegun: Bool
  var hasEnded = false
  @exclusivity(unchecked) package internal(set) var isCancelled: Bool
  /// Whether it waits for the outcome of an action that it has sent.
  @exclusivity(unchecked) var isSending = false
  /// The call of a service that it awaits.
  var call: Task<Void, Never>?
  /// The service call that it makes or made last, if known.
  package var callee: (service: String, method: String)?
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
