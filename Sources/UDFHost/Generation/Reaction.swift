import LuaRuntime

/// An effect that begins when what it watches has become another value.
final class Reaction {
  let effect: HostEffect
  /// Returns whether an input differs from its value at the last call; with true as argument, returns the values then.
  let check: LuaReference
  /// The root of the slice in which the inputs are.
  private let slice: LuaReference
  private var version: UInt64?

  init(_ effect: HostEffect, check: LuaReference, slice: LuaReference) {
    self.effect = effect
    self.check = check
    self.slice = slice
  }

  /// Whether anything has changed in the slice since this was asked last.
  func isStale(in machine: LuaMachine) -> Bool {
    let former = version
    version = machine.version(of: slice)
    return version != former
  }
}
