import LuaRuntime

/// An effect that starts after a change of one of its inputs.
final class Reaction {
  let effect: HostEffect
  /// Returns whether an input differs from its value at the last call; with the argument true, returns the values then.
  let check: LuaReference
  /// Whether it also starts after undo, redo, `:resume` or a replay has changed an input.
  let followsUndo: Bool
  /// The root of the slice that contains the inputs.
  private let slice: LuaReference
  private var version: UInt64?

  init(_ effect: HostEffect, check: LuaReference, slice: LuaReference, followsUndo: Bool) {
    self.effect = effect
    self.check = check
    self.slice = slice
    self.followsUndo = followsUndo
  }

  /// Whether the slice has changed since the last call.
  func isStale(in machine: LuaMachine) -> Bool {
    let former = version
    version = machine.version(of: slice)
    return version != former
  }
}
