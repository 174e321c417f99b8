import LuaRuntime

/// A copy of one action that was sent as a Swift value.
class TypedAction {
  /// The typed actions of its slice.
  let list: TypedActions

  init(_ list: TypedActions) { self.list = list }

  /// The action in byte form, including the type; if it cannot be encoded, with the error in place of its fields.
  var bytes: [UInt8] { fatalError("for the subclass") }
  /// Reduces the action with its feature's reducer. Returns false if the slice has another one.
  func reduce(in slice: any Slice) throws(LuaError) -> Bool { fatalError("for the subclass") }
  /// Adds a copy of the action to its slice's list. It replaces the last one if that is not kept.
  func append() { fatalError("for the subclass") }
}
