import LuaRuntime
import UDFHost

/// The store of a test: what has happened in it that the test has not yet asserted.
///
/// Everything is synchronous and on virtual time: when an operation returns, all that follows from it at once has happened.
final class TestStore {
  /// An action with the state right after it.
  private struct Step {
    var subject: String
    /// nil for an event that sent none.
    var record: ActionRecord?
    var before: Value
    var after: Value
  }

  let number: Int
  /// An action that is refused is no failure: the state is what it was.
  var allowsRefusals = false
  private let isExhaustive: Bool
  private let host: AppHost
  private let clock: ManualClock
  /// The state after the last action that was asserted.
  private var state: Value
  /// What the test asserts now.
  private var step: Step?
  /// Actions that the test has not asserted, oldest first.
  private var received: [(record: ActionRecord, state: Value)] = []
  /// What went wrong that the test has not asserted, oldest first.
  var problems: [TestFailure] = []
  private var logs: [Value] = []
  /// Of the last operation.
  private var site = ""

  init(number: Int, isExhaustive: Bool, host: AppHost, clock: ManualClock) {
    self.number = number
    self.isExhaustive = isExhaustive
    self.host = host
    self.clock = clock
    state = TestStore.state(of: host)
  }

  private static func state(of host: AppHost) -> Value { (try? host.read(Path([]))) ?? .map([:]) }

  /// What the action did that was asserted last.
  var changes: [Change] { step?.record?.changes ?? [] }

  func hear(_ event: HostEvent) {
    switch event {
    case .action(let record) where record.status == .committed:
      received.append((record, TestStore.state(of: host)))
    case .error(let error, _): problems.append(TestFailure(error: error))
    case .log(let level, let message, let fields):
      var entry: Record = ["level": .string(level), "message": .string(message)]
      if !fields.isEmpty { entry["fields"] = .map(fields) }
      logs.append(.map(entry))
    default: break
    }
  }

  func call(_ operation: String, _ arguments: [Value]) throws(TestFailure) -> [Value] {
    switch operation {
    case "before": return [step?.before ?? state]
    case "after": return [step?.after ?? state]
    case "assert":
      try assert(arguments[0], arguments[1], isTold: arguments[2] == true)
      return []
    case "view": return [try view(arguments.first ?? .none)]
    case "logs": return [.list(logs)]
    default: break
    }
    site = host.machine.callSite
    switch operation {
    case "send": try send(arguments.first ?? .none)
    case "event": try event(arguments.first ?? .none, arguments.dropFirst().first ?? .none)
    case "receive": try receive(arguments.first ?? .none)
    case "receive_error": try receiveError(arguments.first ?? .none)
    case "advance": try advance(arguments.first ?? .none)
    default: try finish(isImplied: false)
    }
    return []
  }

  // MARK: what a test does

  private func send(_ action: Value) throws(TestFailure) {
    guard let type = action["type"].text else {
      throw failure("store.send takes an action { type = \"feature/name\", … }, got \(action)")
    }
    try perform(type) { try host.send(type, action.actionFields, origin: .prompt) }
  }

  private func event(_ name: Value, _ fields: Value) throws(TestFailure) {
    guard let name = name.text, case .map(let fields) = fields else {
      throw failure("store.event takes a name and fields: store.event(\"cart.tap\", { … }), got \(name) and \(fields)")
    }
    try perform("event \(name)") { try host.event(name, fields) }
  }

  /// What `body` sends first is what the test asserts next.
  private func perform(_ subject: String, _ body: () throws -> Void) throws(TestFailure) {
    try tellProblem()
    if isExhaustive { try refuseUnasserted(before: subject) } else { skip() }
    let before = state
    step = Step(subject: subject, before: before, after: before)
    do { try body() } catch {
      let reason = (error as? HostError)?.message ?? "\(error)"
      problems = []
      if allowsRefusals { return }
      throw failure("\(subject) was refused", notes: reason.split(separator: "\n").map(String.init))
    }
    if !received.isEmpty { take() }
    try tellMistake()
  }

  private func receive(_ action: Value) throws(TestFailure) {
    let wanted = action.text ?? action["type"].text
    guard let wanted else {
      throw failure("store.receive takes the type of an action, or an action { type = …, … }, got \(action)")
    }
    if !isExhaustive {
      while let first = received.first, !matches(first.record, wanted, action) { skip(first) }
    }
    guard let first = received.first else {
      try tellProblem()
      throw failure(
        "\(wanted) was not received: nothing is left to receive",
        notes: inFlight(orElse: "To fix this, send what starts its effect first, or take the assertion away."))
    }
    guard first.record.type == wanted else {
      throw failure("expected to receive \(wanted), got \(described(first.record))")
    }
    if case .map = action {
      let differences = self.differences(first.record, action)
      if !differences.isEmpty { throw failure("\(wanted) was received with other fields", differences: differences) }
    }
    take()
    step?.subject = wanted
  }

  private func receiveError(_ part: Value) throws(TestFailure) {
    guard let text = part.text, !text.isEmpty else {
      throw failure("store.receive_error takes a part of the error's text, got \(part.shown)")
    }
    guard let problem = problems.first else {
      throw failure(
        "no error with \"\(text)\" was received: nothing went wrong",
        notes: inFlight(orElse: "To fix this, send what makes it fail first, or take the assertion away."))
    }
    guard problem.error.message.contains(text) else {
      throw failure("expected to receive an error with \"\(text)\", got:", notes: lines(of: problem))
    }
    problems.removeFirst()
  }

  private func advance(_ seconds: Value) throws(TestFailure) {
    let span: Double
    switch seconds {
    case .integer(let number) where number >= 0: span = Double(number)
    case .number(let number) where number >= 0 && number.isFinite: span = number
    default: throw failure("store.advance takes seconds, a number from 0 on, got \(seconds.shown)")
    }
    // As what sleeps counts it: 0.7 and 0.1 are 0.8.
    let end = (clock.now + span).wholeNanoseconds
    host.advance(clock, to: end)
    try tellMistake()
  }

  private func view(_ feature: Value) throws(TestFailure) -> Value {
    do throws(HostError) { return try host.view(of: feature.text ?? feature.description) } catch {
      throw TestFailure(error: HostError(at: host.machine.callSite, error.message))
    }
  }

  /// Throws what is left that the test has not asserted. At the end of a test the line of its last operation is told.
  func finish(isImplied: Bool) throws(TestFailure) {
    if !isImplied { site = host.machine.callSite }
    try tellProblem()
    guard isExhaustive else { return }
    try refuseUnasserted(before: nil)
    let causes = host.effectsInFlight
    if let cause = causes.first {
      let more = causes.count > 1 ? " (and \(causes.count - 1) more)" : ""
      throw failure(
        "the \(cause) is still running at the end of the test\(more)", notes: inFlight(orElse: ""))
    }
  }

  // MARK: what happened

  /// The oldest action that is not asserted is asserted next.
  private func take() {
    let next = received.removeFirst()
    step = Step(subject: step?.subject ?? next.record.type, record: next.record, before: state, after: next.state)
    state = next.state
  }

  private func skip() { received.forEach(skip) }

  private func skip(_ entry: (record: ActionRecord, state: Value)) {
    state = entry.state
    received.removeFirst()
  }

  private func matches(_ record: ActionRecord, _ type: String, _ action: Value) -> Bool {
    record.type == type && (action.text != nil || differences(record, action).isEmpty)
  }

  /// Between the fields that an action has and those that the test expects; where not all has to be told only of the latter.
  private func differences(_ record: ActionRecord, _ action: Value) -> [TestDifference] {
    let expected = action.actionFields
    let differences = TestDifference.between(expected: .map(expected), actual: .map(record.fields))
    guard !isExhaustive else { return differences }
    return differences.filter { difference in expected.contains { .key($0.key) == difference.path.keys.first } }
  }

  private func refuseUnasserted(before subject: String?) throws(TestFailure) {
    guard let first = received.first else { return }
    let types = received.map { described($0.record) }.joined(separator: ", ")
    let many = received.count == 1 ? "1 action was received and is" : "\(received.count) actions were received and are"
    let when = subject.map { "before \($0)" } ?? "at the end of the test"
    throw failure(
      "\(many) not asserted \(when): \(types)",
      notes: [
        "To fix this, assert it: store.receive(\"\(first.record.type)\", \(StateMutation(first.record.changes).text))"
      ])
  }

  private func described(_ record: ActionRecord) -> String {
    record.fields.isEmpty ? record.type : "\(record.type) \(Value.map(record.fields))"
  }

  private func inFlight(orElse fix: String) -> [String] {
    guard let cause = host.effectsInFlight.first else { return [fix] }
    guard let due = host.nextEffectDue else { return ["The \(cause) is still running."] }
    return [
      "The \(cause) sleeps. To fix this, let the time pass: store.advance(\(Value.number(due).asWritten))"
    ]
  }

  /// Throws what went wrong that the test has not asserted.
  func tellProblem() throws(TestFailure) {
    try tellMistake()
    guard let problem = problems.first else { return }
    problems = []
    throw failure(
      "something went wrong that the test does not expect",
      notes: lines(of: problem) + ["If it is meant to, assert it: store.receive_error(\"…\")"])
  }

  /// Throws what is wrong with the test itself and not with what it tests, so that no assertion can mean it.
  private func tellMistake() throws(TestFailure) {
    guard let mistake = problems.first(where: { ["assertion", "unstubbed"].contains($0.error.code) }) else { return }
    problems = []
    if mistake.error.code == "assertion" { throw mistake }
    let lines = lines(of: mistake)
    throw failure(lines[0], notes: lines.dropFirst().map { String($0.drop { $0 == " " }) })
  }

  private func lines(of problem: TestFailure) -> [String] {
    problem.error.message.split(separator: "\n").map(String.init)
  }

  // MARK: asserting

  private func assert(_ expected: Value, _ again: Value, isTold: Bool) throws(TestFailure) {
    guard let step else { return }
    var differences = TestDifference.between(expected: expected, actual: step.after)
    if !isExhaustive {
      let told =
        TestDifference.between(expected: step.before, actual: expected)
        + TestDifference.between(expected: step.after, actual: again)
      differences = differences.filter { difference in told.contains { $0.path.touches(difference.path) } }
    }
    if differences.isEmpty { return }
    let mutation = StateMutation(step.record?.changes ?? [])
    if isTold {
      throw failure("\(step.subject) did not change the state as expected", differences: differences)
    }
    throw failure(
      "\(step.subject) changed the state, and the test does not say how", differences: differences,
      notes: ["To fix this, tell the change last: \(mutation.text)"])
  }

  private func failure(
    _ message: String, differences: [TestDifference] = [], notes: [String] = []
  ) -> TestFailure {
    let site = host.machine.callSite.isEmpty ? site : host.machine.callSite
    return TestFailure(error: HostError(at: site, message, notes: notes), differences: differences)
  }
}
