import HostTesting
import SeededTesting
import Testing
import UDF
import UDFHost

/// A session of an app with every kind of sender, and the expected state.
final class UndoSession {
  let app: TestHost
  private let bank: NativeStore<Bank>
  private let gates: GateService
  private var sent: AsyncStream<Int>.Iterator
  /// The gates of loans that have not sent.
  private var loans: [Int] = []
  private var lastLoan = 0
  /// Every committed action since it was last looked, in order.
  private var commits: [ActionRecord] = []
  private var subscriptions: [Subscription] = []
  /// The state of a consumer that applies every change.
  private var followed: Value
  private var watched: Value = .none
  /// By their numbers: what is recorded, and what of it undo has removed, by the undo.
  private var recorded: [Int: ActionRecord] = [:]
  private var removed: [Set<Int>] = []
  private var everRemoved: Set<Int> = []
  /// From every action that was ever committed to its cause.
  private var causes: [Int: Int?] = [:]
  private var problems: [String] = []

  init(hasMiddleware: Bool, isObserved: Bool) throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let gates = GateService()
    self.gates = gates
    sent = stream.makeAsyncIterator()
    app = try TestHost(Self.sources(hasMiddleware: hasMiddleware)) {
      $0.features = [Bank(gates: gates, sent: continuation)]
    }
    bank = try app.host.native(Bank.self)
    app.observe(actions: isObserved)
    followed = try app.state()
    subscriptions = [
      app.host.subscribe { [unowned self] commit in commits.append(commit.record) },
      try app.host.subscribe(at: "a.log") { [unowned self] in watched = $0 },
    ]
  }

  func end() {
    for subscription in subscriptions { subscription.cancel() }
    app.host.stop()
  }

  // MARK: steps

  static func line(_ generator: inout SeededGenerator) -> String {
    let n = Int.random(in: 1...6, using: &generator)
    return switch Int.random(in: 0..<17, using: &generator) {
    case 0, 1: "a.add{ by = \(n) }"
    case 2: "event('a.tap', { by = \(n) })"
    case 3: "a.drop()"
    case 4: "a.calm()"
    case 5: "a.last()"
    case 6: "a.first()"
    case 7: "a.line()"
    case 8: "a.back()"
    case 9: "rows.upsert{ row = { id = \(n) } }"
    case 10: "bank.pay{ sum = \(n) }"
    case 11: "a.go()"
    case 12: "nav.pop()"
    case 13: "a.rare()"
    case 14: "a.hush()"
    case 15: "a.stop()"
    default: "bank.cancel()"
    }
  }

  /// Sends a Swift value: a loan or a payment.
  func send(_ number: Int, isUsers: Bool) throws -> String {
    let origin = isUsers ? Origin.prompt : .native
    guard number > 2 else {
      let sum = number * 2
      do { try bank.send(.pay(sum: sum), origin: origin) } catch { return "pay \(sum) as \(origin): \(error)" }
      return "pay \(sum) as \(origin)"
    }
    lastLoan += 1
    gates.announce(lastLoan)
    loans.append(lastLoan)
    try bank.send(.lend(gate: lastLoan, replaces: number > 4), origin: origin)
    return "lend \(lastLoan), replaces \(number > 4), as \(origin)"
  }

  /// Opens gates of loans, and delivers what the loans send then.
  func finishLoans(where opens: () -> Bool) async {
    let opened = loans.filter { _ in opens() }
    loans.removeAll(where: opened.contains)
    for gate in opened { gates.open(gate) }
    for _ in opened { _ = await sent.next(isolation: nil) }
    app.host.poll()
  }

  func undo(_ count: Int) throws -> String {
    take()
    var undone: [Set<Int>] = []
    for _ in 0..<count {
      guard let next = next(without: undone.reduce(into: []) { $0.formUnion($1) }) else {
        problem(failure { try app.host.undo(count) }.isEmpty, "undo \(count) should be refused")
        return "nothing to undo"
      }
      undone.append(next)
    }
    let all = undone.reduce(into: Set<Int>()) { $0.formUnion($1) }
    try rebase {
      try app.host.undo(count)
    } after: {
      problem(!Set($0.removed.map(\.n)).isSubset(of: all), "undo removed \($0.removed.map(\.n)), not \(all)")
      remove(undone)
    }
    return "undo \(undone.map { $0.sorted() })"
  }

  func redo(_ count: Int) throws -> String {
    take()
    guard removed.count >= count else {
      problem(failure { try app.host.redo(count) }.isEmpty, "redo \(count) should be refused")
      return "nothing to redo"
    }
    try rebase {
      try app.host.redo(count)
    } after: { _ in
      removed.removeLast(count)
    }
    return "redo \(count)"
  }

  func undoAndRedo(_ count: Int) throws -> String {
    take()
    let (state, history) = (try app.state(), past)
    let did = try undo(count)
    if did.hasPrefix("nothing") { return did }
    _ = try redo(count)
    problem(try app.state() != state, "undo and redo is not the identity")
    problem(past != history, "undo and redo changes the history")
    return did + ", redo"
  }

  /// The history without the generations, which are those of the code that has reduced the actions last.
  private var past: [ActionRecord] {
    app.host.history.map { record in
      var record = record
      record.generation = 0
      return record
    }
  }

  /// Shows the past before the last actions and resumes from there.
  func resume(_ count: Int) throws -> String {
    take()
    let kept = app.host.history.filter { !$0.undone }.map(\.n)
    guard kept.count > count else { return "nothing to go on from" }
    let n = kept[kept.count - 1 - count]
    try app.host.visit(action: n)
    let gone = gone
    let later = Set(recorded.keys.filter { $0 > n && !gone.contains($0) })
    try rebase {
      try app.host.resume()
    } after: { _ in
      if !later.isEmpty { remove([later]) }
    }
    return "resume \(n)"
  }

  func reload(reset: Bool) -> String {
    take()
    let report = app.host.reload(reset: reset)
    problem(!report.ok, "reload: \(report.error?.message ?? "")")
    followed = SessionLaws.applied(report.changes, to: followed)
    if reset { (recorded, removed) = ([:], []) }
    return "reload \(reset)"
  }

  /// Undoes or redoes; nothing else may happen.
  private func rebase(_ body: () throws -> RebaseReport, after: (RebaseReport) throws -> Void) throws {
    app.forgetEvents()
    let report = try body()
    try after(report)
    problem(!commits.isEmpty || !app.logs.isEmpty, "an effect or a reaction ran: \(commits)")
    problem(report.differing.contains { $0.changes == $0.record.changes }, "it differs in nothing")
    followed = SessionLaws.applied(report.changes, to: followed)
  }

  // MARK: the model

  /// Takes in what was committed since; a user's action gives up what undo has removed or refused.
  private func take() {
    for action in commits {
      problem(causes[action.n] != nil, "the number \(action.n) is used twice")
      recorded[action.n] = action
      causes[action.n] = .some(action.cause)
      followed = SessionLaws.applied(action.changes, to: followed)
      var cause = action.cause
      while let n = cause {
        problem(everRemoved.contains(n), "an effect of the removed action \(n) has written \(action)")
        cause = causes[n] ?? nil
      }
      guard isRoot(action) else { continue }
      let kept = Set(app.host.history.map(\.n))
      recorded = recorded.filter { kept.contains($0.key) || $0.key > action.n }
      removed = []
    }
    commits = []
  }

  /// Whether a user sent it. What the middleware sends has no cause only if a user's action did not come about.
  private func isRoot(_ action: ActionRecord) -> Bool {
    action.cause == nil && (action.origin == .prompt || action.origin == .event || action.type == "a/seen")
  }

  private var gone: Set<Int> { removed.reduce(into: []) { $0.formUnion($1) } }

  /// The last user action, or an earlier one, with the actions that it caused.
  private func next(without others: Set<Int>) -> Set<Int>? {
    let gone = gone.union(others)
    let present = recorded.values.filter { !gone.contains($0.n) }.sorted { $0.n < $1.n }
    let inHistory = Set(app.host.history.filter { !$0.undone }.map(\.n))
    guard let root = present.last(where: { isRoot($0) && inHistory.contains($0.n) })?.n else { return nil }
    var actions: Set = [root]
    for action in present {
      var cause = action.cause
      // One in between may be recorded no more.
      while let n = cause, recorded[n] == nil { cause = causes[n] ?? nil }
      if cause.map(actions.contains) ?? false { actions.insert(action.n) }
    }
    return actions
  }

  private func remove(_ undone: [Set<Int>]) {
    removed += undone
    for actions in undone { everRemoved.formUnion(actions) }
  }

  /// The state after reducing the remaining actions, without effects. A refused action is left out.
  private var expected: Value {
    get throws {
      let gone = gone
      let host = try TestHost(Self.sources(hasMiddleware: false)) {
        $0.features = [Bank(gates: gates, sent: AsyncStream.makeStream(of: Int.self).continuation)]
        $0.startsEffects = false
      }
      for action in recorded.values.filter({ !gone.contains($0.n) }).sorted(by: { $0.n < $1.n }) {
        try? host.host.send(action.type, action.fields, origin: action.origin)
      }
      return try host.state()
    }
  }

  private func problem(_ isWrong: Bool, _ text: @autoclosure () -> String) {
    if isWrong { problems.append(text()) }
  }

  /// What is wrong now; nil if nothing is.
  func problem() throws -> String? {
    take()
    app.forgetEvents()
    if let first = problems.first { return first }
    let (state, expected) = (try app.state(), try expected)
    if state != expected { return "the state is \(state), not \(expected)" }
    if followed != state { return "the changes lead to \(followed), not \(state)" }
    if watched != state["a"]["log"] { return "the observer has \(watched), not \(state["a"]["log"])" }
    let path = state["nav"]["path"].items.map { $0["route"].text }
    if app.host.screens.map(\.route) != path { return "the screens are not \(path)" }
    return nil
  }
}
