import LuaRuntime
import UDF

/// One feature's part of the state, in Lua or in Swift, with the reducers that change it.
protocol Slice: AnyObject {
  var name: String { get }

  /// Reduces with one of the slice's handlers. `bytes` is nil for the action that is being dispatched now. Returns the
  /// effect to run; if the handler fails, throws and leaves the state unchanged.
  func reduce(_ handler: Int32, _ bytes: [UInt8]?) throws(LuaError) -> Effect<HostAction>

  /// The slice's content.
  var plain: Value { get throws(LuaError) }
  /// Replaces the content, if one is given, and sets missing fields to the defaults, without the journal. The caller
  /// has already rejected content that does not fit.
  func setContent(_ content: Value?, defaults: LuaReference?)
  /// Replaces the content by the initial state (for a slice in Lua, `defaults`), without the journal.
  func reset(to defaults: LuaReference?)

  /// Adds the slice to the state under its name.
  func attach()
  /// Removes the slice from the state permanently.
  func remove()
}

extension LuaSlice: Slice {
  func reduce(_ handler: Int32, _ bytes: [UInt8]?) throws(LuaError) -> Effect<HostAction> {
    try reduce(handler, bytes: bytes)
    return .none
  }

  var plain: Value { get throws(LuaError) { try machine.read([.string(name)]) } }

  func setContent(_ content: Value?, defaults: LuaReference?) {
    if let content = content.flatMap(machine.value) { try? replace(content) }
    if let defaults { try? merge(defaults) }
  }

  func reset(to defaults: LuaReference?) { if let defaults { try? replace(defaults) } }
}
