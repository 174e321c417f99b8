extension AppHost {
  /// Whether the host measures the cost of reducers, views, computed values, middleware and effects; false at first. If it is
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

  /// Returns the measured runs of an action's functions, and the runs inside them, in the order of their starts. The last
  /// 10,000 runs of all actions are kept.
  public func spans(ofAction n: Int) -> [CostSpan] { isOnOwner() ? profiler.spans(of: n) : [] }

  /// Removes the measured costs. A running measurement continues.
  public func forgetCosts() { if isOnOwner() { profiler.reset() } }
}
