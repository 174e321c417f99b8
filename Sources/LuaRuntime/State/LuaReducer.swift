import LuaKernel

/// A Lua function `(state, action)` and the slice that it may write. It only holds addresses, for fast dispatch.
///
/// Valid as long as the ``LuaSlice`` and the ``LuaReference`` that it was made from.
public struct LuaReducer {
  @usableFromInline let machine: OpaquePointer
  @usableFromInline let slice: OpaquePointer
  @usableFromInline let handler: Int32

  /// Reduces the action being sent, in a transaction. If the reducer fails, this throws and the state is unchanged.
  @inlinable public func reduceSent() throws(LuaError) {
    let status = lk_reduce(machine, slice, handler, lk_bytes())
    if status != LK_OK { throw failure(status) }
  }

  @usableFromInline func failure(_ status: lk_status) -> LuaError { LuaError(status, of: machine) }
}
