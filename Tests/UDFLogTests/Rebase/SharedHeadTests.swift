import SeededTesting
import Testing

@testable import UDFLog

/// Hosts that hold their states by the plans of ``SharedHead``, beside a model: an array of actions, and a fold over it.
@Suite("Shared head") struct SharedHeadTests {
  /// A host whose state is the list of actions that it has reduced. Rolling back is removing the last ones.
  private struct Host {
    var head: SharedHead
    var state: [EntryName] = []
    /// A batch whose outcome has not arrived.
    var batch: LogBatch?
    var answer: AppendOutcome?
    /// Own entries that were reported to the host as confirmed.
    var confirmed: [EntryName] = []

    /// The names of the actions that are not confirmed.
    var pending: [EntryName] { (0..<head.pending).map(head.name(at:)) }
    /// These actions.
    var waiting: [LogAction] = []

    mutating func dispatch(_ text: String) {
      waiting.append(LogAction(Array(text.utf8)))
      head.add()
      state.append(pending.last!)
    }

    mutating func nextBatch(limit: Int = 64) -> LogBatch? { head.nextBatch(limit: limit) { [waiting] in waiting[$0] } }

    mutating func confirm(_ entries: [LogEntry]) -> RebasePlan {
      let plan = head.confirm(entries)
      confirmed += plan.confirmed.map(\.name)
      waiting.removeFirst(plan.confirmed.count)
      state.removeLast(plan.rollback)
      for step in plan.steps {
        switch step {
        case .foreign(let entry), .own(let entry): state.append(entry.name)
        }
      }
      if plan.rollback > 0 { state += pending }
      return plan
    }
  }

  /// The log as an array: what the engines do, without them.
  private struct Model {
    var entries: [LogEntry] = []

    mutating func append(_ batch: LogBatch) -> AppendOutcome {
      let known = entries.last { $0.name.host == batch.first.host }
      if batch.first.number > (known?.name.number ?? 0) + 1 { return .gap(last: known?.name.number ?? 0) }
      for (name, action) in batch.named where name.number > known?.name.number ?? 0 {
        let position = Int64(entries.count + 1)
        entries.append(
          LogEntry(
            position: position, name: name, action: action, previous: "\(position - 1)", link: "\(position)"))
      }
      return .committed(entries.last { $0.name.host == batch.first.host }?.position ?? 0)
    }
  }

  private func host(_ name: String) -> Host {
    Host(head: SharedHead(host: name, lastNumber: 0, place: LogPlace(position: 0, link: "0")))
  }

  @Test("own actions without earlier entries of others are confirmed in their place")
  func alone() {
    var (model, host) = (Model(), host("a"))
    host.dispatch("one")
    host.dispatch("two")
    let batch = host.nextBatch()!
    #expect(host.nextBatch() == nil, "two batches are on their way at once")
    host.head.settle(batch, model.append(batch))
    let plan = host.confirm(model.entries)
    #expect(plan == RebasePlan(unmoved: model.entries))
    #expect(host.head.pending == 0 && host.head.place == model.entries[1].place)
  }

  @Test("an entry of another host before own actions rolls those back")
  func foreignFirst() {
    var (model, host) = (Model(), host("a"))
    for text in ["one", "two", "three"] { host.dispatch(text) }
    _ = model.append(LogBatch(EntryName("b", 1), [LogAction([1])]))
    let batch = host.nextBatch(limit: 2)!
    _ = model.append(batch)
    let plan = host.confirm(model.entries)
    #expect(plan.rollback == 3 && plan.unmoved.isEmpty)
    #expect(plan.steps == [.foreign(model.entries[0]), .own(model.entries[1]), .own(model.entries[2])])
    #expect(host.pending == [EntryName("a", 3)])
    #expect(plan.confirmed == Array(model.entries[1...]))
  }

  @Test("after an unknown outcome the same actions are appended again, with their numbers")
  func unknown() {
    var host = host("a")
    host.dispatch("one")
    host.dispatch("two")
    let batch = host.nextBatch(limit: 1)!
    host.head.settle(batch, .unknown(.closed("log")))
    #expect(host.nextBatch(limit: 1) == batch)
    host.head.settle(batch, .unknown(.closed("log")))
    // It was in the log after all.
    var model = Model()
    _ = model.append(batch)
    _ = host.confirm(model.entries)
    #expect(host.nextBatch()?.first == EntryName("a", 2))
  }

  @Test("entries of a plan that was taken back are processed again")
  func returned() {
    var host = host("a")
    for text in ["one", "two"] { host.dispatch(text) }
    var model = Model()
    _ = model.append(LogBatch(EntryName("b", 1), [LogAction(Array("other".utf8))]))
    _ = model.append(host.nextBatch()!)
    let place = host.head.place
    let (pending, names) = (host.head.pending, host.pending)
    let plan = host.head.confirm(model.entries)
    #expect(host.head.pending == 0)
    host.head.returnTo(place, plan)
    #expect(
      host.head.pending == pending && host.pending == names && host.head.place == place && host.nextBatch() == nil)
    #expect(host.head.confirm(model.entries) == plan)
  }

  @Test("a gap halts the host and keeps its actions")
  func gap() {
    var host = host("a")
    host.dispatch("one")
    let batch = host.nextBatch()!
    host.head.settle(batch, .gap(last: 7))
    #expect(
      host.head.halt
        == LogFailure(.diverged, "the log has 7 entries of a, not 0 as before; start the app again to join it"))
    #expect(host.nextBatch() == nil && host.head.pending == 1)
  }

  @Test("hosts agree on the confirmed entries, followed by their own actions, in every order of events")
  func property() throws {
    var seeds = SeededGenerator(seed: Seed.current)
    for _ in 0..<Extent.runs(daily: 200, nightly: 2000) {
      let seed = seeds.next()
      var generator = SeededGenerator(seed: seed)
      var model = Model()
      var hosts = (0..<Int.random(in: 1...4, using: &generator)).map { host("host-\($0)") }
      for step in 0..<150 {
        let index = hosts.indices.randomElement(using: &generator)!
        turn(&hosts[index], &model, step, &generator)
        check(hosts[index], model, seed)
      }
      for index in hosts.indices { finish(&hosts[index], &model) }
      for index in hosts.indices {
        _ = hosts[index].confirm(Array(model.entries.dropFirst(Int(hosts[index].head.place.position))))
        check(hosts[index], model, seed)
        #expect(hosts[index].head.pending == 0 && hosts[index].head.halt == nil, "round \(seed): \(Seed.replay)")
      }
    }
  }

  private func turn(_ host: inout Host, _ model: inout Model, _ step: Int, _ generator: inout SeededGenerator) {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: host.dispatch("\(step)")
    case 2:
      host.batch = host.batch ?? host.nextBatch(limit: .random(in: 1...4, using: &generator))
      guard let batch = host.batch, host.answer == nil else { return }
      // Appended or lost on its way, and the answer to it as well.
      let outcome: AppendOutcome = Bool.random(using: &generator) ? model.append(batch) : .unknown(.closed("log"))
      host.answer = Int.random(in: 0..<4, using: &generator) == 0 ? .unknown(.closed("log")) : outcome
    case 3:
      guard let batch = host.batch, let answer = host.answer else { return }
      host.head.settle(batch, answer)
      (host.batch, host.answer) = (nil, nil)
    default:
      let news = model.entries.dropFirst(Int(host.head.place.position))
      _ = host.confirm(Array(news.prefix(.random(in: 0...5, using: &generator))))
    }
  }

  private func finish(_ host: inout Host, _ model: inout Model) {
    if let batch = host.batch { host.head.settle(batch, host.answer ?? model.append(batch)) }
    while let batch = host.nextBatch() { host.head.settle(batch, model.append(batch)) }
  }

  private func check(_ host: Host, _ model: Model, _ seed: UInt64) {
    let confirmed = model.entries.prefix(Int(host.head.place.position)).map(\.name)
    #expect(host.state == confirmed + host.pending, "round \(seed): \(Seed.replay)")
    #expect(host.confirmed == confirmed.filter { $0.host == host.head.host }, "round \(seed): \(Seed.replay)")
  }
}
