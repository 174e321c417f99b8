import LuaKernel

/// A slice whose state is a tree of nodes in the Lua machine.
public final class LuaSlice {
  public let name: String
  public let machine: LuaMachine
  private let slice: OpaquePointer

  /// Throws if the initial value cannot be state.
  public init(name: String, initial: LuaReference?, machine: LuaMachine) throws(LuaError) {
    guard let slice = lk_slice_new(machine.pointer, name, initial?.id ?? 0) else {
      throw LuaError.last(of: machine)
    }
    self.name = name
    self.machine = machine
    self.slice = slice
  }

  /// The function as one of this slice's reducers.
  public func reducer(_ function: LuaReference) -> LuaReducer {
    LuaReducer(machine: machine.pointer, slice: slice, handler: function.id)
  }

  /// Reduces with a function `(state, action)` in a transaction; without `bytes` the action that is being sent right now.
  /// Throws and leaves everything as it was if it fails.
  public func reduce(_ handler: Int32, bytes: [UInt8]?) throws(LuaError) {
    let status =
      if let bytes {
        bytes.withUnsafeBufferPointer {
          lk_reduce(machine.pointer, slice, handler, lk_bytes(data: $0.baseAddress, count: $0.count))
        }
      } else {
        lk_reduce(machine.pointer, slice, handler, lk_bytes())
      }
    if status != LK_OK { try machine.check(status) }
  }

  /// Gives keys that the state does not have yet their defaults.
  public func merge(_ defaults: LuaReference) throws(LuaError) {
    try machine.check(lk_slice_merge(machine.pointer, slice, defaults.id))
  }

  /// Puts other content in place of all there is; not journalled.
  public func replace(_ content: LuaReference) throws(LuaError) {
    try machine.check(lk_slice_replace(machine.pointer, slice, content.id))
  }

  /// Puts the slice into the state under its name, in place of another one of that name.
  public func attach() { _ = lk_slice_attach(machine.pointer, slice) }

  /// Takes the slice out of the state.
  public func remove() { lk_slice_remove(machine.pointer, slice) }
}
