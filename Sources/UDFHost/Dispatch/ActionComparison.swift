import LuaRuntime

/// The changes that an action made when it was sent, and those that the present code makes from the same state.
struct ActionComparison {
  /// The changes as the kernel lists them.
  var old: [Value]
  var new: [Value]
  /// The error with which the present code refuses the action.
  var error: HostError?

  var differs: Bool { error != nil || old != new }
  /// Whether the present code was stopped before it had reduced the whole action, so that nothing can be compared.
  var isUnknown: Bool { error?.isStop ?? false }
}
