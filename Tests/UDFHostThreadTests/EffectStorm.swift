import HostTesting
import LuaKernel
import SeededTesting

@testable import UDFHost

/// An app whose effects are begun, cancelled, answered, reloaded and stopped at random.
final class EffectStorm {
  private let core = StormCore()
  private let app: TestHost
  private var generator: SeededGenerator
  private var version = 1
  /// The number of further levels of nested plans.
  private static let depth = 3

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    app = try TestHost(["a": StormSource.feature(version: 1)]) { [core] in
      $0.core = core
      $0.historyLimit = 10
      // Budgets stop scripts by a signal, which some sanitizers hold back.
      $0.timeBudget = 0
    }
  }

  /// The problems after this number of starts, answers, cancellations and reloads.
  func problems(events: Int) throws -> [String] {
    try rage(until: events / 4)
    rest()
    let before = memory
    try rage(until: events / 4 * 3)
    rest()
    if memory > before + (64 << 10) { core.ledger.report("\(memory - before) bytes of Lua are not given back") }
    try rage(until: events)
    app.host.stop()
    expectNothingRuns("after stop")
    rest()
    return core.ledger.entries.withLock { $0.problems }
  }

  private func rage(until events: Int) throws {
    while core.ledger.entries.withLock({ $0.events < events && $0.problems.isEmpty }) { try step() }
  }

  private var memory: Int {
    lk_collect(app.host.machine.pointer)
    lk_collect(app.host.machine.pointer)
    return lk_memory_used(app.host.machine.pointer)
  }

  // MARK: steps

  private func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private func step() throws {
    switch roll(200) {
    case 0..<100: try ask()
    case 100..<145: openSome()
    case 145..<178: app.pass(Double(roll(100)) / 100)
    case 178..<196:
      core.ledger.count()
      try app.host.send("a/stop", ["id": .string(roll(3) == 0 ? "\(roll(4))" : lane())])
    case 196..<199: try save()
    default:
      core.ledger.count()
      app.host.reload(reset: true)
      expectNothingRuns("after a reset")
    }
    expectOrder()
  }

  private func lane() -> String { StormSource.lanes[roll(StormSource.lanes.count)] }

  private func ask() throws {
    let n = core.ledger.nextNumber()
    let lane = lane()
    try app.host.send(
      "a/\(lane)", ["n": .integer(Int64(n)), "key": .string("\(roll(4))"), "plan": plan(roll(EffectStorm.depth + 1))])
  }

  private func openSome() {
    let count = roll(4) + core.ledger.entries.withLock { $0.calls.count } / 4
    for _ in 0..<count { openOne() }
    app.host.poll()
  }

  private func openOne() {
    let number = core.ledger.entries.withLock { entries -> Int? in
      guard !entries.calls.isEmpty else { return nil }
      entries.calls.swapAt(roll(entries.calls.count), entries.calls.count - 1)
      return entries.calls.removeLast()
    }
    guard let number else { return }
    core.ledger.count()
    core.gate.open(number)
  }

  private func save() throws {
    version += 1
    core.ledger.count()
    try app.save(StormSource.feature(version: version), to: "a")
    if app.saved("a")?.ok != true { core.ledger.report("version \(version) did not load") }
  }

  // MARK: plans

  private func plan(_ depth: Int) -> Value {
    ["n": .integer(Int64(roll(1000))), "steps": .list((0...roll(3)).map { _ in .map(planned(depth)) })]
  }

  private func plans(_ depth: Int) -> Value { .list((0...roll(3)).map { _ in plan(depth - 1) }) }

  private func planned(_ depth: Int) -> Record {
    switch roll(depth > 0 ? 20 : 9) {
    case 0..<4: ["kind": "wait", "stubborn": .boolean(roll(3) == 0)]
    case 4..<7: ["kind": "sleep", "seconds": .number(Double(roll(20)) / 10)]
    case 7: roll(3) == 0 ? ["kind": "fail"] : ["kind": "sleep", "seconds": 0]
    case 8: ["kind": "cancel", "id": .string(lane())]
    case 9, 10: ["kind": "all", "plans": plans(depth)]
    case 11, 12: ["kind": "race", "plans": plans(depth)]
    case 13, 14:
      ["kind": "spawn", "plan": plan(depth - 1), "awaits": .boolean(roll(2) == 0), "cancels": .boolean(roll(3) == 0)]
    case 15: ["kind": "try", "plan": plan(depth - 1)]
    case 16, 17: ["kind": "wrap", "plan": plan(depth - 1)]
    case 18: ["kind": "close", "plan": plan(depth - 1), "fails": .boolean(roll(5) == 0)]
    default: ["kind": "send", "lane": .string(lane()), "key": .string("\(roll(4))"), "plan": plan(depth - 1)]
    }
  }

  // MARK: what must hold

  /// Holds after each step: policies keep their word, and no run has ended for another reason than its plan or a cancel.
  private func expectOrder() {
    let ledger = core.ledger
    // A cancelled coroutine that is still scheduled may not know yet that it was cancelled.
    if app.host.nextEffectDue != 0 {
      let lanes = ledger.entries.withLock { Array($0.running.values) }
      let crowded = Dictionary(grouping: lanes) { $0 }.filter { $1.count > 1 }.keys
      for lane in crowded where StormSource.exclusive.contains(lane.filter { !$0.isNumber }) {
        ledger.report("two runs of \(lane) go on")
      }
    }
    for error in app.errors
    where !error.message.contains("planned:") && !error.message.contains("the task was cancelled") {
      ledger.report(error.message)
    }
    app.forgetEvents()
  }

  private func expectNothingRuns(_ when: String) {
    let entries = core.ledger.entries.withLock { $0 }
    if !entries.running.isEmpty { core.ledger.report("\(when) there run: \(entries.running)") }
    if entries.coroutines != 0 { core.ledger.report("\(when) \(entries.coroutines) coroutines are in their midst") }
  }

  /// Lets everything end. An answer that comes from another thread takes as long as the other tests leave it, so that none
  /// counts as lost before nothing has come for very long.
  private func rest() {
    var (rounds, calls, last) = (0, 0, ContinuousClock.now)
    while !app.host.effects.isEmpty, rounds < 1000, ContinuousClock.now - last < .seconds(900) {
      while core.ledger.entries.withLock({ !$0.calls.isEmpty }) { openOne() }
      if app.host.effects.calls != calls { (calls, last) = (app.host.effects.calls, ContinuousClock.now) }
      if calls > 0 { app.host.bell.wait(seconds: 1) } else { rounds += 1 }
      app.pass(1)
    }
    if !app.host.effects.isEmpty || !app.host.isSettled { core.ledger.report("effects do not end") }
    expectNothingRuns("at the end")
    expectOrder()
  }
}
