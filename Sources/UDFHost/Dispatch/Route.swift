import LuaRuntime
import UDF

/// From an action to one reducer, and the slice that it may write.
final class Route {
  let slice: any Slice
  /// What the slice knows the reducer by.
  let handler: Int32
  /// The Lua function that the handler is, if it is one.
  private let function: LuaReference?
  let definition: ScriptPosition?
  /// Of a reducer in Swift: the effect that it may return.
  let effect: HostEffect?
  /// Whether the slice lives in the host.
  var isNative: Bool { effect != nil }
  private let reducer: LuaReducer?
  /// The same in short, if slice and reducer are in Lua; nil while costs are measured, which takes the long way.
  @exclusivity(unchecked) private(set) var lua: LuaReducer?
  var meter: Meter? { didSet { lua = meter == nil ? reducer : nil } }

  init(slice: any Slice, function: LuaReference, definition: ScriptPosition?) {
    self.slice = slice
    self.function = function
    self.definition = definition
    effect = nil
    handler = function.id
    reducer = (slice as? LuaSlice)?.reducer(function)
    lua = reducer
  }

  /// To a reducer in Swift.
  init(slice: any Slice, handler: Int32, effect: HostEffect) {
    self.slice = slice
    self.handler = handler
    self.effect = effect
    function = nil
    definition = nil
    reducer = nil
  }

  /// Reduces an action; `bytes` is nil for the one that is being sent right now.
  func reduce(_ bytes: [UInt8]?) throws(LuaError) -> Effect<HostAction> {
    guard let meter else { return try slice.reduce(handler, bytes) }
    meter.cost.calls += 1
    return try meter.measure { () throws(LuaError) in try slice.reduce(handler, bytes) }
  }
}
