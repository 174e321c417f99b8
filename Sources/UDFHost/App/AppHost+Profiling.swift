extension AppHost {
  /// Whether it is measured what reducers, views, computed values and effects cost. Switched off, which it is at first, an
  /// action takes the same way as if this did not exist; what was measured stays until ``forgetCosts()``.
  ///
  ///     host.isProfiling = true
  ///     try host.send("cart/add", ["sku": "A1"])
  ///     host.costs.first?.seconds
  public var isProfiling: Bool {
    get { isOnOwner() && profiler.isOn }
    set { if isOnOwner() { profiler.isOn = newValue } }
  }

  /// What was measured, the most expensive first.
  public var costs: [Cost] { isOnOwner() ? profiler.costs : [] }

  /// Begins again from nothing, measuring or not.
  public func forgetCosts() { if isOnOwner() { profiler.reset() } }
}
