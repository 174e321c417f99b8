import UDFHost

/// The interaction of the effects of a feature with one action for each policy, in whole seconds. Each effect calls a service
/// when it begins.
struct PolicyModel {
  private struct Run {
    var n: Int
    var action: String
    /// When it ends, or begins if it is debounced.
    var until = 0
  }

  /// The actions, without `stop`, and how long an effect runs.
  static let actions = [("fresh", 3), ("first", 3), ("calm", 0), ("rare", 0), ("row", 2), ("every", 3)]
  private static let pause = 2

  private var now = 0
  private var count = 0
  private var kept: [Int] = []
  /// The kept actions of users, which undo removes; what a program sends stays.
  private var users: [Int] = []
  private var running: [Run] = []
  private var queue: [Run] = []
  private var pending: Run?
  private var throttle: Run?
  private var losses: [LostEffect] = []
  private var calls: [Int] = []

  var canUndo: Int { users.count }

  mutating func send(_ action: String, isUsers: Bool) {
    let run = act(action, isUsers)
    let present = running.first { $0.action == action }
    switch action {
    case "fresh":
      if let present { end(present, by: run.n) }
      begin(run)
    case "first": if let present { lose(run, .absorbed, by: present.n) } else { begin(run) }
    case "calm":
      if let pending { lose(pending, .absorbed, by: run.n) }
      pending = run
      pending?.until = now + Self.pause
    case "rare":
      if let throttle, throttle.until > now { return lose(run, .absorbed, by: throttle.n) }
      throttle = run
      throttle?.until = now + Self.pause
      begin(run)
    case "row": if present == nil, queue.isEmpty { begin(run) } else { queue.append(run) }
    default: begin(run)
    }
  }

  /// An action whose effect cancels those of another one.
  mutating func stop(_ action: String, isUsers: Bool) {
    let n = act("stop", isUsers).n
    if let pending, action == pending.action {
      lose(pending, .absorbed, by: n)
      self.pending = nil
    }
    for run in queue where run.action == action { lose(run, .absorbed, by: n) }
    queue.removeAll { $0.action == action }
    for run in running where run.action == action { end(run, by: n) }
  }

  mutating func pass() {
    now += 1
    running.removeAll { $0.until <= now }
    if let due = pending, due.until <= now {
      pending = nil
      begin(due)
    }
    turn()
  }

  /// Starts the waiting effect if it may run.
  mutating func turn() {
    guard !running.contains(where: { $0.action == "row" }), !queue.isEmpty else { return }
    begin(queue.removeFirst())
  }

  /// Removes the users' last actions; returns what the report should name.
  mutating func undo(_ number: Int) -> (losses: [LostEffect], calls: [Int]) {
    let removed = Set(users.suffix(number))
    users.removeLast(number)
    kept.removeAll(where: removed.contains)
    running.removeAll { removed.contains($0.n) }
    queue.removeAll { removed.contains($0.n) }
    if pending.map({ removed.contains($0.n) }) ?? false { pending = nil }
    if throttle.map({ removed.contains($0.n) }) ?? false { throttle = nil }
    return (losses.filter { removed.contains($0.by) && kept.contains($0.n) }, calls.filter(removed.contains))
  }

  private mutating func act(_ action: String, _ isUsers: Bool) -> Run {
    count += 1
    kept.append(count)
    if isUsers { users.append(count) }
    return Run(n: count, action: action)
  }

  private mutating func begin(_ run: Run) {
    calls.append(run.n)
    var run = run
    run.until = now + Self.actions.first { $0.0 == run.action }!.1
    if run.until > now { running.append(run) }
  }

  private mutating func end(_ run: Run, by n: Int) {
    lose(run, .cancelled, by: n)
    running.removeAll { $0.n == run.n }
  }

  private mutating func lose(_ run: Run, _ manner: LostEffect.Manner, by n: Int) {
    losses.append(LostEffect(n: run.n, effect: "effect of a/\(run.action)", manner: manner, by: n))
  }
}
