import LuaRuntime

/// What an action did when it was sent, and what the present code does with it in the state that it found then.
struct ActionComparison {
  /// The kernel's changes.
  var old: [Value]
  var new: [Value]
  /// Why the present code refuses the action.
  var error: HostError?

  var differs: Bool { error != nil || old != new }
  /// The present code was stopped before the comparison was complete.
  var isUnknown: Bool { error?.isStop ?? false }
}
