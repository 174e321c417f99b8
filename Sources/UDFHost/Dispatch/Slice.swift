import LuaRuntime
import UDF

/// One feature's part of the state, wherever it lives, and the reducers that may change it.
protocol Slice: AnyObject {
  var name: String { get }
  var home: FeatureDefinition.Home { get }

  /// Reduces with one of the slice's handlers; `bytes` is nil for the action that is being sent right now. Returns what is
  /// to be done next; throws and leaves everything as it was if the handler fails.
  func reduce(_ handler: Int32, _ bytes: [UInt8]?) throws(LuaError) -> Effect<HostAction>

  /// Puts the slice into the state under its name.
  func attach()
  /// Takes the slice out of the state for good.
  func remove()
}

extension LuaSlice: Slice {
  var home: FeatureDefinition.Home { .lua }

  func reduce(_ handler: Int32, _ bytes: [UInt8]?) throws(LuaError) -> Effect<HostAction> {
    try reduce(handler, bytes: bytes)
    return .none
  }
}
