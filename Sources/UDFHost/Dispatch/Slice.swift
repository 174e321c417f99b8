import LuaRuntime

/// One feature's part of the state, wherever it lives, and the reducers that may change it.
protocol Slice: AnyObject {
  var name: String { get }

  /// Reduces with one of the slice's handlers; `bytes` is empty for the action that is being sent right now. Throws and
  /// leaves everything as it was if the handler fails.
  func reduce(_ handler: Int32, bytes: [UInt8]?) throws(LuaError)
}

extension LuaSlice: Slice {}
