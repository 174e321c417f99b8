import LuaKernel

/// A slice whose state lives in the host, in the machine's ``LuaMachine/natives``: scripts read it as they read the state of Lua
/// features, and get what they look at when they first look at it.
///
///     let packages = try LuaNativeSlice(name: "packages", number: 1, machine: machine)
///     packages.stale(row)                        // scripts see the present again
///     try packages.record(from: 7, to: 8)        // and the journal knows how to take it back
public final class LuaNativeSlice {
  public let name: String
  /// What the source is asked by.
  public let number: Int32
  public let machine: LuaMachine
  private let slice: OpaquePointer

  /// Throws if there is no memory for it.
  public init(name: String, number: Int32, machine: LuaMachine) throws(LuaError) {
    guard let slice = lk_native_new(machine.pointer, name, number) else { throw LuaError.last(of: machine) }
    self.name = name
    self.number = number
    self.machine = machine
    self.slice = slice
  }

  /// Puts one entry at the end of the machine's journal: the slice went from one of its own positions to another. Throws if
  /// there is no memory for it.
  public func record(from: UInt64, to: UInt64) throws(LuaError) {
    let status = lk_native_record(machine.pointer, slice, from, to)
    if status != LK_OK { try machine.check(status) }
  }

  /// All that scripts have seen of a container is out of date.
  public func stale(_ handle: UInt64) { lk_native_stale(machine.pointer, slice, handle, lk_bytes(), 0) }

  /// What scripts have seen under one key of a map is out of date.
  public func stale(_ handle: UInt64, key: String) {
    var key = key
    key.withUTF8 {
      lk_native_stale(machine.pointer, slice, handle, lk_bytes(data: $0.baseAddress, count: $0.count), 0)
    }
  }

  /// What scripts have seen at one position of a list, counted from 1, is out of date; also how many items it has.
  public func stale(_ handle: UInt64, position: Int) {
    lk_native_stale(machine.pointer, slice, handle, lk_bytes(), Int64(position))
  }

  /// All that scripts have seen of the slice is out of date.
  public func staleAll() { lk_native_stale_all(machine.pointer, slice) }

  /// A container is gone: who still holds it sees it empty, and its handle may come back as another one.
  public func gone(_ handle: UInt64) { lk_native_gone(machine.pointer, slice, handle) }

  /// Puts the slice into the state under its name, in place of another one of that name.
  public func attach() { _ = lk_slice_attach(machine.pointer, slice) }

  /// Takes the slice out of the state.
  public func remove() { lk_slice_remove(machine.pointer, slice) }
}
