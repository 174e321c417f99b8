extension AppHost {
  /// Whether it is measured what reducers, views, computed values and effects cost. Switched off, which it is at first, an
  /// action takes the same way as if this did not exist; what was measured stays until ``forgetCosts()``.
  ///
  ///     host.isProfiling = true
  ///     try host.send("cart/add", ["sku": "A1"])
  ///     host.costs.first?.seconds
  public var isProfiling: Bool {
    get { isOnOwner() && effects.profiler != nil }
    set {
      guard isOnOwner(), newValue != isProfiling else { return }
      if newValue, profiler == nil { profiler = Profiler(machine: machine, clock: configuration.clock) }
      effects.profiler = newValue ? profiler : nil
      machine.countsAllocations = newValue
      meterReducers()
    }
  }

  /// What was measured, the most expensive first.
  public var costs: [Cost] {
    guard isOnOwner() else { return [] }
    return (profiler?.costs ?? []).sorted {
      ($1.seconds, $0.kind.rawValue, $0.name) < ($0.seconds, $1.kind.rawValue, $1.name)
    }
  }

  /// Begins again from nothing, measuring or not.
  public func forgetCosts() { if isOnOwner() { profiler?.reset() } }

  /// Gives each reducer its meter, or takes it away.
  func meterReducers() {
    let profiler = effects.profiler
    for type in tree.actions.types {
      for route in type.routes {
        let isOwn = type.name.hasPrefix(route.slice.name + "/")
        route.meter = profiler?.meter(.reducer, isOwn ? type.name : "\(type.name) in \(route.slice.name)")
      }
    }
  }
}
