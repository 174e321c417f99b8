import LuaKernel

/// A Lua function `(state, action)` and the slice that it may write: nothing but addresses, because every dispatch reads it.
///
/// Valid for as long as the ``LuaSlice`` and the ``LuaReference`` that it was made of.
public struct LuaReducer {
  @usableFromInline let machine: OpaquePointer
  @usableFromInline let slice: OpaquePointer
  @usableFromInline let handler: Int32

  /// Reduces the action that a script sends right now in a transaction. Throws and leaves everything as it was if it fails.
  @inlinable public func reduceSent() throws(LuaError) {
    let status = lk_reduce(machine, slice, handler, lk_bytes())
    if status != LK_OK { throw failure(status) }
  }

  @usableFromInline func failure(_ status: lk_status) -> LuaError { LuaError(status, of: machine) }
}
