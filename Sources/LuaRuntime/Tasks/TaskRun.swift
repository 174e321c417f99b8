/// What a tree of coroutines belongs to, and ends with: one run of an effect.
package protocol TaskRun: AnyObject {
  /// The first coroutine, once it waits or spawns. Those that it has spawned are below it, also after it has ended.
  var root: LuaTask? { get set }
  /// How many of its coroutines have not ended.
  var living: Int { get set }
  var isCancelled: Bool { get set }
  /// Whether an error has ended it, which is reported once.
  var hasFailed: Bool { get set }

  /// It is cancelled; its coroutines are cancelled after this call.
  func didCancel()
  /// An error that no coroutine has caught ends it.
  func didFail(_ error: LuaError)
  /// One of its coroutines has ended.
  func didEnd(_ task: LuaMachine.TaskID)
  /// Its last coroutine has ended.
  func didEnd()
}
