extension AppHost {
  /// Whether the host measures the cost of reducers, views, computed values and effects; false at first. If it is
  /// false, profiling costs an action nothing. The measured costs stay until ``forgetCosts()``.
  ///
  ///     host.isProfiling = true
  ///     try host.send("cart/add", ["sku": "A1"])
  ///     host.costs.first?.seconds
  public var isProfiling: Bool {
    get { isOnOwner() && profiler.isOn }
    set { if isOnOwner() { profiler.isOn = newValue } }
  }

  /// The measured costs, the most expensive first.
  public var costs: [Cost] { isOnOwner() ? profiler.costs : [] }

  /// Removes the measured costs. A running measurement continues.
  public func forgetCosts() { if isOnOwner() { profiler.reset() } }
}
