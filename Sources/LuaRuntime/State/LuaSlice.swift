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

  /// Returns the reducer that this slice and a function make.
  public func reducer(_ function: LuaReference) -> LuaReducer {
    LuaReducer(machine: machine.pointer, slice: slice, handler: function.id)
  }

  /// Calls `handler`, a function `(state, action)`, in a transaction. The action is `bytes` or, without them, the
  /// action being sent. If the reducer fails, this throws and the state is unchanged.
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

  /// Adds the defaults for keys that are absent.
  public func merge(_ defaults: LuaReference) throws(LuaError) {
    try machine.check(lk_slice_merge(machine.pointer, slice, defaults.id))
  }

  /// Replaces the whole content. The journal does not record this.
  public func replace(_ content: LuaReference) throws(LuaError) {
    try machine.check(lk_slice_replace(machine.pointer, slice, content.id))
  }

  /// Adds the slice to the state under its name; it replaces a slice of the same name.
  public func attach() { _ = lk_slice_attach(machine.pointer, slice) }

  /// Removes the slice from the state.
  public func remove() { lk_slice_remove(machine.pointer, slice) }
}
