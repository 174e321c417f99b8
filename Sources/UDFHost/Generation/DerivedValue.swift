import LuaRuntime

/// A view state or a computed value. It is kept as a copy until it may have changed.
final class DerivedValue {
  /// Its argument is whether the last result is still kept; if that result is valid, it returns nothing.
  private let function: LuaReference
  private var results: KeptValue?
  /// Whether the last call of ``current(in:budget:)`` computed the value again.
  private(set) var isFresh = false

  init(_ function: LuaReference) { self.function = function }

  /// Returns the present value. Throws the error that its function raises.
  func current(in machine: LuaMachine, budget: Double) throws(LuaError) -> Value {
    let former = results
    results = nil
    try machine.run(function, [.boolean(former != nil)], phase: .view, budget: budget)
    let new = try machine.results(like: former)
    isFresh = new != nil
    results = new ?? former
    return results?.value[1] ?? .none
  }
}
