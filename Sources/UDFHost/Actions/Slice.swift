import LuaRuntime
import UDF

/// One feature's part of the state, wherever it lives, and the reducers that may change it.
protocol Slice: AnyObject {
  var name: String { get }

  /// Reduces with one of the slice's handlers; `bytes` is nil for the action that is being sent right now. Returns what is
  /// to be done next; throws and leaves everything as it was if the handler fails.
  func reduce(_ handler: Int32, _ bytes: [UInt8]?) throws(LuaError) -> Effect<HostAction>

  /// What it holds.
  var plain: Value { get throws(LuaError) }
  /// Goes on with other content, if there is any, and defaults for what that does not have; not journalled. What does not
  /// fit has been refused before.
  func settle(_ content: Value?, defaults: LuaReference?)
  /// Begins again from the initial state, which of a slice in Lua are these defaults; not journalled.
  func reset(to defaults: LuaReference?)

  /// Puts the slice into the state under its name.
  func attach()
  /// Takes the slice out of the state for good.
  func remove()
}

extension LuaSlice: Slice {
  func reduce(_ handler: Int32, _ bytes: [UInt8]?) throws(LuaError) -> Effect<HostAction> {
    try reduce(handler, bytes: bytes)
    return .none
  }

  var plain: Value { get throws(LuaError) { try machine.read([.string(name)]) } }

  func settle(_ content: Value?, defaults: LuaReference?) {
    if let content = content.flatMap(machine.value) { try? replace(content) }
    if let defaults { try? merge(defaults) }
  }

  func reset(to defaults: LuaReference?) { if let defaults { try? replace(defaults) } }
}
