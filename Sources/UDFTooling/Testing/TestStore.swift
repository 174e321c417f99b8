import LuaRuntime
import UDFHost

/// The store of a test. It records the actions and errors that the test has not asserted yet.
///
/// All operations are synchronous and use virtual time. When one returns, all its immediate consequences have happened.
final class TestStore {
  /// An action with the states before and after it.
  private struct Step {
    var subject: String
    /// nil for an event that sent no action.
    var record: ActionRecord?
    var before: Value
    var after: Value
  }

  let number: Int
  /// Whether a refused action is not a failure.
  var allowsRefusals = false
  private let isExhaustive: Bool
  /// false: an action is only reduced; no effect, middleware, reaction or flow follows.
  var startsEffects = true
  let host: AppHost
  private let clock: ManualClock
  /// The state after the last asserted action.
  private var state: Value
  /// The step that the test asserts now.
  private var step: Step?
  /// Actions that the test has not asserted, oldest first.
  private var received: [(record: ActionRecord, state: Value)] = []
  /// The errors that the test has not asserted, oldest first.
  var problems: [TestFailure] = []
  private var logs: [Value] = []
  /// The place of the last operation.
  private var site = ""

  init(number: Int, isExhaustive: Bool, host: AppHost, clock: ManualClock) {
    self.number = number
    self.isExhaustive = isExhaustive
    self.host = host
    self.clock = clock
    state = TestStore.state(of: host)
  }

  private static func state(of host: AppHost) -> Value { host.revealed((try? host.read(Path([]))) ?? .map([:])) }

  /// The changes of the action that was asserted last.
  var changes: [Change] { step?.record?.changes ?? [] }

  func process(_ event: HostEvent) {
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
      try assert(arguments[0], arguments[1], isAsserted: arguments[2] == true)
      return []
    case "view": return [try view(arguments.first ?? .none)]
    case "screen": return [try shown { () throws(HostError) in try host.screenState() }]
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
    let fields = action.actionFields
    try perform(type) {
      if startsEffects { try host.send(type, fields, origin: .prompt) } else { try reduce(type, fields) }
    }
  }

  private func reduce(_ type: String, _ fields: Record) throws {
    let outcome = host.reduceAgain(type, fields, origin: .prompt)
    if let error = outcome.error { throw error }
    let record = ActionRecord(
      n: 0, type: type, fields: fields, origin: .prompt, status: outcome.status, changes: host.lastChanges)
    received.append((record, TestStore.state(of: host)))
  }

  private func event(_ name: Value, _ fields: Value) throws(TestFailure) {
    guard let name = name.text, case .map(let fields) = fields else {
      throw failure("store.event takes a name and fields: store.event(\"cart.tap\", { … }), got \(name) and \(fields)")
    }
    try perform("event \(name)") { try host.event(name, fields) }
  }

  /// Runs `body`. The first action that it sends becomes the present step.
  private func perform(_ subject: String, _ body: () throws -> Void) throws(TestFailure) {
    try failOnProblem()
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
    try failOnMistake()
  }

  private func receive(_ action: Value) throws(TestFailure) {
    let wanted = action.text ?? action["type"].text
    guard let wanted else {
      throw failure("store.receive takes the type of an action, or an action { type = …, … }, got \(action)")
    }
    if !isExhaustive {
      // If no action matches, the failure shows the first one of the type.
      let match = received.firstIndex { matches($0.record, wanted, action) }
      let end = match ?? received.firstIndex { $0.record.type == wanted } ?? received.count
      received.prefix(end).forEach(skip)
    }
    guard let first = received.first else {
      try failOnProblem()
      throw failure(
        "\(wanted) was not received: nothing is left to receive",
        notes: inFlight(orElse: "To fix this, first send the action that starts its effect, or remove the assertion."))
    }
    guard first.record.type == wanted else {
      throw failure(
        "expected to receive \(wanted), got \(described(first.record))", notes: explanation([first.record]))
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
        "no error with \"\(text)\" was received: no error occurred",
        notes: inFlight(orElse: "To fix this, first send the action that fails, or remove the assertion."))
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
    // Rounded like the time of a sleeping effect: 0.7 and 0.1 are 0.8.
    let end = (clock.now + span).wholeNanoseconds
    host.advance(clock, to: end)
    try failOnMistake()
  }

  private func view(_ feature: Value) throws(TestFailure) -> Value {
    try shown { () throws(HostError) in try host.view(of: feature.text ?? feature.description) }
  }

  /// Returns the result of `body`. An error gets the place of the test's call.
  private func shown(_ body: () throws(HostError) -> Value) throws(TestFailure) -> Value {
    do throws(HostError) { return try body() } catch {
      throw TestFailure(error: HostError(at: host.machine.callSite, error.message))
    }
  }

  /// Throws a failure if the test has not asserted all received actions and errors. At the end of a test, the failure
  /// has the line of the last operation.
  func finish(isImplied: Bool) throws(TestFailure) {
    if !isImplied { site = host.machine.callSite }
    try failOnProblem()
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

  /// Makes the oldest action that is not asserted the present step.
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

  /// Returns the differences between the fields of an action and the expected fields. In a store that is not
  /// exhaustive, only expected fields are compared.
  private func differences(_ record: ActionRecord, _ action: Value) -> [TestDifference] {
    let expected = action.actionFields
    let differences = TestDifference.between(expected: .map(expected), actual: host.revealed(.map(record.fields)))
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
      notes: explanation(received.map(\.record)) + [
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
      "The \(cause) sleeps. To fix this, advance the time: store.advance(\(Value.number(due).asWritten))"
    ]
  }

  /// Throws an error that the test has not asserted.
  func failOnProblem() throws(TestFailure) {
    try failOnMistake()
    guard let problem = problems.first else { return }
    problems = []
    throw failure(
      "an error occurred that the test does not expect",
      notes: lines(of: problem) + ["If the error is intended, assert it: store.receive_error(\"…\")"])
  }

  /// Throws a mistake in the test itself. No assertion can expect it.
  private func failOnMistake() throws(TestFailure) {
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

  private func assert(_ expected: Value, _ again: Value, isAsserted: Bool) throws(TestFailure) {
    guard let step else { return }
    var differences = TestDifference.between(expected: expected, actual: step.after)
    if !isExhaustive {
      let asserted =
        TestDifference.between(expected: step.before, actual: expected)
        + TestDifference.between(expected: step.after, actual: again)
      differences = differences.filter { difference in asserted.contains { $0.path.touches(difference.path) } }
    }
    if differences.isEmpty { return }
    let mutation = StateMutation(step.record?.changes ?? [])
    if isAsserted {
      let isOfFlow = differences.contains { $0.path.keys.first == .key(FlowDefinition.feature) }
      throw failure(
        "\(step.subject) did not change the state as expected", differences: differences,
        notes: isOfFlow ? explanation(received.map(\.record)) : [])
    }
    throw failure(
      "\(step.subject) changed the state, and the test does not assert it", differences: differences,
      notes: explanation([step.record].compactMap(\.self))
        + ["To fix this, add the change as the last argument: \(mutation.text)"])
  }

  private func failure(
    _ message: String, differences: [TestDifference] = [], notes: [String] = []
  ) -> TestFailure {
    let site = host.machine.callSite.isEmpty ? site : host.machine.callSite
    return TestFailure(error: HostError(at: site, message, notes: notes), differences: differences)
  }
}
