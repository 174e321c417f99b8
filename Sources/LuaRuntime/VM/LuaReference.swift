import LuaKernel

/// Keeps a value of the Lua machine alive: a function, a table, a node.
public final class LuaReference {
  public let id: Int32
  private weak var machine: LuaMachine?

  init?(_ id: Int32, of machine: LuaMachine) {
    guard id > 0 else { return nil }
    self.id = id
    self.machine = machine
  }

  deinit { if let machine { lk_release(machine.pointer, id) } }
}
