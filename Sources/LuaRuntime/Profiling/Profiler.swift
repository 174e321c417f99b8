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
  /// Returns the number of the last dispatched action.
  package var lastAction: () -> Int = { 0 }
  private static let spanLimit = 10_000
  /// The last measured runs, in the order of their ends.
  private var spans: [CostSpan] = []
  /// The number of measured functions that run now.
  private var depth = 0
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
    spans = []
    for meter in meters.values { meter.cost = Cost(meter.cost.kind, meter.cost.name) }
  }

  /// Returns the measured runs of an action's functions, and the runs inside them, in the order of their starts.
  package func spans(of action: Int) -> [CostSpan] {
    var end = -Double.infinity
    let found = spans.sorted { ($0.start, $0.depth) < ($1.start, $1.depth) }.filter { span in
      guard span.action == action || span.start < end else { return false }
      end = max(end, span.start + span.seconds)
      return true
    }
    let outer = found.map(\.depth).min() ?? 0
    return found.map { span in
      var span = span
      span.depth -= outer
      return span
    }
  }

  /// Removes the last run, because it only returned a value that it had kept.
  package func dropLastSpan() { if !spans.isEmpty { spans.removeLast() } }

  private var spent: Amount { Amount(seconds: clock.now, bytes: Int(machine.allocated)) }

  func begin() -> (spent: Amount, outer: Amount) {
    defer {
      inner = Amount()
      depth += 1
    }
    return (spent, inner)
  }

  /// Returns the amount used since `begun`, without the amount measured inside.
  func end(_ begun: Amount, _ outer: Amount, _ cost: Cost, of action: Int?) -> Amount {
    let (now, inside) = (spent, inner)
    depth -= 1
    // Removed in blocks, because removing the first element moves all others.
    if spans.count >= 2 * Profiler.spanLimit { spans.removeFirst(Profiler.spanLimit) }
    spans.append(
      CostSpan(
        kind: cost.kind, name: cost.name, action: action ?? lastAction(), depth: depth, start: begun.seconds,
        seconds: now.seconds - begun.seconds))
    let whole = Amount(seconds: now.seconds - begun.seconds, bytes: now.bytes - begun.bytes)
    inner = Amount(seconds: outer.seconds + whole.seconds, bytes: outer.bytes + whole.bytes)
    return Amount(seconds: max(0, whole.seconds - inside.seconds), bytes: max(0, whole.bytes - inside.bytes))
  }
}
