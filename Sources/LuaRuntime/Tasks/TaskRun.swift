/// One run of an effect, which owns a tree of coroutines.
package protocol TaskRun: AnyObject {
  /// The first coroutine, once it waits or spawns. Spawned coroutines are below it, even after it has ended.
  var root: LuaTask? { get set }
  /// The number of its coroutines that have not ended.
  var living: Int { get set }
  var isCancelled: Bool { get set }
  /// Whether an error has ended the run; only the first one is reported.
  var hasFailed: Bool { get set }

  /// The run was cancelled. Its coroutines are cancelled after this call.
  func didCancel()
  /// An error that no coroutine caught ends the run.
  func didFail(_ error: LuaError)
  /// One of its coroutines has ended.
  func didEnd(_ task: LuaMachine.TaskID)
  /// Its last coroutine has ended.
  func didEnd()
}
