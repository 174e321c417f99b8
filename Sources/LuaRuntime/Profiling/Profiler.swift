/// Measures what the functions of an app cost, each without those that run inside it.
package final class Profiler {
  /// Time and memory that were used.
  struct Amount {
    var seconds = 0.0
    var bytes = 0
  }

  /// Whether it measures. Switched off, which it is at first, an action takes the same way as if this did not exist; what was
  /// measured stays until ``reset()``.
  package var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      machine.countsAllocations = isOn
      onToggle(isOn ? self : nil)
    }
  }
  /// Called when it is switched on or off, with what measures from now on.
  package var onToggle: (Profiler?) -> Void = { _ in }
  private let machine: LuaMachine
  private let clock: any HostClock
  private var meters: [String: Meter] = [:]
  /// What was measured inside the function that runs now.
  private var inner = Amount()

  package init(machine: LuaMachine, clock: any HostClock) {
    self.machine = machine
    self.clock = clock
  }

  /// What was measured, the most expensive first.
  package var costs: [Cost] {
    meters.values.map(\.cost).filter { $0.calls > 0 || $0.seconds > 0 }.sorted {
      ($1.seconds, $0.kind.rawValue, $0.name) < ($0.seconds, $1.kind.rawValue, $1.name)
    }
  }

  /// The one that adds up under this name.
  package func meter(_ kind: Cost.Kind, _ name: String) -> Meter {
    let key = "\(kind) \(name)"
    if let meter = meters[key] { return meter }
    let meter = Meter(Cost(kind, name), of: self)
    meters[key] = meter
    return meter
  }

  /// Begins again from nothing; what is measured right now is added to what comes.
  package func reset() {
    for meter in meters.values { meter.cost = Cost(meter.cost.kind, meter.cost.name) }
  }

  private var spent: Amount { Amount(seconds: clock.now, bytes: Int(machine.allocated)) }

  func begin() -> (spent: Amount, outer: Amount) {
    defer { inner = Amount() }
    return (spent, inner)
  }

  /// What was used since, less what was measured inside.
  func end(_ begun: Amount, _ outer: Amount) -> Amount {
    let (now, inside) = (spent, inner)
    let whole = Amount(seconds: now.seconds - begun.seconds, bytes: now.bytes - begun.bytes)
    inner = Amount(seconds: outer.seconds + whole.seconds, bytes: outer.bytes + whole.bytes)
    return Amount(seconds: max(0, whole.seconds - inside.seconds), bytes: max(0, whole.bytes - inside.bytes))
  }
}
