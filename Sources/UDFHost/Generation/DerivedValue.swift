import LuaRuntime

/// A view state or a computed value: kept as it was copied out until it may have become another one.
final class DerivedValue {
  /// Told whether what it gave last is still there, gives nothing if that holds.
  private let function: LuaReference
  private var results: KeptValue?
  /// Whether it was made anew when it was asked for last.
  private(set) var isFresh = false

  init(_ function: LuaReference) { self.function = function }

  /// What it is now. Throws what its function raises.
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
