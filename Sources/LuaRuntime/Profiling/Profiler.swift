/// Measures the cost of an app's functions, each without the measured functions that run inside it.
package final class Profiler {
  struct Amount {
    var seconds = 0.0
    var bytes = 0
  }

  /// Whether the profiler measures; false at first. Off, dispatch has no extra cost. Costs stay until ``reset()``.
  package var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      machine.countsAllocations = isOn
      onToggle(isOn ? self : nil)
    }
  }
  /// Called when the profiler is switched on, with the profiler, or off, with nil.
  package var onToggle: (Profiler?) -> Void = { _ in }
  private let machine: LuaMachine
  private let clock: any HostClock
  private var meters: [String: Meter] = [:]
  /// The amount measured inside the running function.
  private var inner = Amount()

  package init(machine: LuaMachine, clock: any HostClock) {
    self.machine = machine
    self.clock = clock
  }

  /// The costs, the most expensive first.
  package var costs: [Cost] {
    meters.values.map(\.cost).filter { $0.calls > 0 || $0.seconds > 0 }.sorted {
      ($1.seconds, $0.kind.rawValue, $0.name) < ($0.seconds, $1.kind.rawValue, $1.name)
    }
  }

  /// The meter of this name. It is made at the first call.
  package func meter(_ kind: Cost.Kind, _ name: String) -> Meter {
    let key = "\(kind) \(name)"
    if let meter = meters[key] { return meter }
    let meter = Meter(Cost(kind, name), of: self)
    meters[key] = meter
    return meter
  }

  /// Sets all costs to zero. The function that runs now still adds its whole cost later.
  package func reset() {
    for meter in meters.values { meter.cost = Cost(meter.cost.kind, meter.cost.name) }
  }

  private var spent: Amount { Amount(seconds: clock.now, bytes: Int(machine.allocated)) }

  func begin() -> (spent: Amount, outer: Amount) {
    defer { inner = Amount() }
    return (spent, inner)
  }

  /// The amount used since `begun`, without the amount measured inside.
  func end(_ begun: Amount, _ outer: Amount) -> Amount {
    let (now, inside) = (spent, inner)
    let whole = Amount(seconds: now.seconds - begun.seconds, bytes: now.bytes - begun.bytes)
    inner = Amount(seconds: outer.seconds + whole.seconds, bytes: outer.bytes + whole.bytes)
    return Amount(seconds: max(0, whole.seconds - inside.seconds), bytes: max(0, whole.bytes - inside.bytes))
  }
}
