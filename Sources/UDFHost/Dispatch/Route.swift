import LuaRuntime
import UDF

/// The connection of an action type to one reducer and to the slice that the reducer may write.
final class Route {
  let slice: any Slice
  /// The number of the reducer in its slice.
  let handler: Int32
  /// The reducer, if it is a Lua function.
  private let function: LuaReference?
  let definition: ScriptPosition?
  /// The effect that the reducer may return, if it is in Swift.
  let effect: HostEffect?
  /// Whether the reducer belongs to a local feature and the action to a shared one. All hosts must agree whether a shared
  /// action is refused, so the error of such a reducer rolls back only its own slice.
  let isFollower: Bool
  /// Whether the slice is in Swift.
  var isNative: Bool { effect != nil }
  private let reducer: LuaReducer?
  /// The shorter call of a Lua reducer of a Lua slice; nil for other reducers, for followers, and while costs are measured.
  @exclusivity(unchecked) private(set) var lua: LuaReducer?
  var meter: Meter? { didSet { lua = meter == nil && check == nil ? reducer : nil } }
  /// Throws if the state after the reducer is not valid; nil: every state is valid.
  private let check: (() throws(LuaError) -> Void)?

  init(
    slice: any Slice, function: LuaReference, definition: ScriptPosition?, isFollower: Bool,
    check: (() throws(LuaError) -> Void)? = nil
  ) {
    self.slice = slice
    self.check = check
    self.function = function
    self.definition = definition
    self.isFollower = isFollower
    effect = nil
    handler = function.id
    reducer = isFollower ? nil : (slice as? LuaSlice)?.reducer(function)
    lua = check == nil ? reducer : nil
  }

  /// Makes the route to a reducer in Swift.
  init(slice: any Slice, handler: Int32, effect: HostEffect) {
    self.slice = slice
    self.handler = handler
    self.effect = effect
    function = nil
    definition = nil
    isFollower = false
    reducer = nil
    check = nil
  }

  /// Reduces an action; `bytes` is nil for the action that a script is sending now.
  func reduce(_ bytes: [UInt8]?) throws(LuaError) -> Effect<HostAction> {
    let effect: Effect<HostAction>
    if let meter {
      meter.cost.calls += 1
      effect = try meter.measure { () throws(LuaError) in try slice.reduce(handler, bytes) }
    } else {
      effect = try slice.reduce(handler, bytes)
    }
    try check?()
    return effect
  }
}
