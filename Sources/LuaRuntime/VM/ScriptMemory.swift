import LuaKernel
import Platform

/// The memory that scripts use of a host's limit. Unchecked: the kernel's functions may be called on any thread, and
/// the machine disconnects this object from the account before it is freed.
final class ScriptMemory: MemoryUser, @unchecked Sendable {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  var used: Int { lk_memory_last_used(pointer) }
  func setReserved(_ bytes: Int) { lk_set_host_memory(pointer, max(0, bytes)) }
}
