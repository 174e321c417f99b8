import LuaKernel

/// A slice whose state the host holds, in the machine's ``LuaMachine/natives``. Scripts read it in the same way as the
/// state of Lua features; the machine asks for each part when a script first reads it.
///
///     let packages = try LuaNativeSlice(name: "packages", number: 1, machine: machine)
///     packages.stale(row)                        // scripts read this row again
///     try packages.record(from: 7, to: 8)        // the journal can undo the change
public final class LuaNativeSlice {
  public let name: String
  /// The number that identifies the slice to its source.
  public let number: Int32
  public let machine: LuaMachine
  private let slice: OpaquePointer

  /// Throws if memory is short.
  public init(name: String, number: Int32, machine: LuaMachine) throws(LuaError) {
    guard let slice = lk_native_new(machine.pointer, name, number) else { throw LuaError.last(of: machine) }
    self.name = name
    self.number = number
    self.machine = machine
    self.slice = slice
  }

  /// Adds a journal entry: the slice changed from its own position `from` to `to`. Throws if memory is short.
  public func record(from: UInt64, to: UInt64) throws(LuaError) {
    let status = lk_native_record(machine.pointer, slice, from, to)
    if status != LK_OK { try machine.check(status) }
  }

  /// Discards all cached data of a container.
  public func stale(_ handle: UInt64) { lk_native_stale(machine.pointer, slice, handle, lk_bytes(), 0) }

  /// Discards the cached value under one key of a map.
  public func stale(_ handle: UInt64, key: String) {
    var key = key
    key.withUTF8 {
      lk_native_stale(machine.pointer, slice, handle, lk_bytes(data: $0.baseAddress, count: $0.count), 0)
    }
  }

  /// Discards the cached item at one position of a list, counted from 1, and the cached number of items.
  public func stale(_ handle: UInt64, position: Int) {
    lk_native_stale(machine.pointer, slice, handle, lk_bytes(), Int64(position))
  }

  /// Discards all cached data of the slice.
  public func staleAll() { lk_native_stale_all(machine.pointer, slice) }

  /// The container no longer exists: its nodes in scripts become empty, and the source may reuse the handle.
  public func gone(_ handle: UInt64) { lk_native_gone(machine.pointer, slice, handle) }

  /// Adds the slice to the state under its name; it replaces a slice of the same name.
  public func attach() { _ = lk_slice_attach(machine.pointer, slice) }

  /// Removes the slice from the state.
  public func remove() { lk_slice_remove(machine.pointer, slice) }
}
