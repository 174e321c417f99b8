import LuaRuntime

/// A copy of one action that was sent as a Swift value.
class TypedAction {
  /// The typed actions of its slice.
  let list: TypedActions

  init(_ list: TypedActions) { self.list = list }

  /// The action in byte form, type included; with the reason in place of its fields if it cannot be encoded.
  var bytes: [UInt8] { fatalError("for the subclass") }
  /// Reduces the action with the reducer of its own feature. Returns false, and nothing has changed, if that is not the slice's.
  func reduce(in slice: any Slice) throws(LuaError) -> Bool { fatalError("for the subclass") }
  /// Adds a copy of the action to its slice's list, in place of the last one if that is not kept.
  func append() { fatalError("for the subclass") }
}
