import LuaRuntime

/// A view state or a computed value: kept as it was copied out until it may have become another one.
final class DerivedValue {
  /// Told whether what it gave last is still there, gives true if that holds, else false and the value.
  private let function: LuaReference
  private var value: Value?

  init(_ function: LuaReference) { self.function = function }

  /// What it is now. Throws what its function raises.
  func current(in machine: LuaMachine, budget: Double) throws(LuaError) -> Value {
    let kept = value
    value = nil
    let results = try machine.call(function, [.boolean(kept != nil)], phase: .view, budget: budget)
    let current = results.first == true ? kept ?? .none : results.count > 1 ? results[1] : .none
    value = current
    return current
  }
}
