import LuaKernel

/// Keeps a value of the Lua machine alive: a function, a table, a node.
public final class LuaReference {
  public let id: Int32
  private let kernel: Kernel

  init?(_ id: Int32, of machine: LuaMachine) {
    guard id > 0 else { return nil }
    self.id = id
    kernel = machine.kernel
  }

  // After the machine is freed, its values are freed too.
  deinit { if let pointer = kernel.pointer { lk_release(pointer, id) } }
}
