import LuaRuntime
import UDFHost

/// Tests a property with random actions, each run in its own host, until one run violates it. Then it searches for the
/// shortest steps that violate it.
struct PropertyTest {
  /// The result of one run.
  private struct Attempt {
    let actions: DrawnActions
    let failure: TestFailure?
    let output: [String]
    /// The test file, as errors name it.
    let file: String

    var deeds: [DrawnActions.Step.Deed] { actions.steps.map(\.deed) }
  }

  /// The maximum number of shorter runs that are tried.
  private static let patience = 400
  /// The number of the test in its file, from 1.
  let number: Int
  let limits: TestEntry.Property
  /// The seed of the first run. Each further run uses the next number.
  let seed: UInt64
  /// Makes a machine that has run the file.
  let makeRun: () throws(HostError) -> TestRun

  func run(into result: inout TestResult) throws(HostError) {
    for index in 0..<limits.runs {
      let first = try attempt(seed &+ UInt64(index))
      result.output = first.output
      result.status = first.failure == nil ? .passed : .failed
      guard let failure = first.failure else { continue }
      // An error in the test's code occurs in every run, and a run that exceeds its time limit is not repeated.
      let isFinal = ["usage", "budget"].contains(failure.error.code)
      let last = isFinal ? first : try shortened(first, failure, index)
      result.output = last.output
      result.failure = explained(last, after: first, index, of: result)
      return
    }
  }

  private func attempt(_ seed: UInt64, given: [DrawnActions.Step.Deed]? = nil) throws(HostError) -> Attempt {
    let run = try makeRun()
    let actions = DrawnActions(seed: seed, count: limits.actions, given: given)
    run.actions = actions
    var result = TestResult(name: "", file: "", status: .passed)
    run.run(number, into: &result)
    return Attempt(actions: actions, failure: result.failure, output: result.output, file: run.place.file)
  }

  // MARK: the shortest way

  private func shortened(_ first: Attempt, _ failure: TestFailure, _ index: Int) throws(HostError) -> Attempt {
    var best = first
    var left = PropertyTest.patience
    let wanted = cause(failure)

    /// Accepts these steps if they fail for the same reason.
    func take(_ deeds: [DrawnActions.Step.Deed]) throws(HostError) -> Bool {
      guard left > 0 else { return false }
      left -= 1
      let next = try attempt(seed &+ UInt64(index), given: deeds)
      guard let failure = next.failure, cause(failure) == wanted else { return false }
      best = next
      return true
    }

    var size = max(1, best.deeds.count / 2)
    while left > 0 {
      var start = 0
      var isShorter = false
      while start < best.deeds.count, left > 0 {
        var deeds = best.deeds
        deeds.removeSubrange(start..<min(start + size, deeds.count))
        if try take(deeds) { isShorter = true } else { start += size }
      }
      if size == 1, !isShorter { break }
      size = max(1, size / 2)
    }
    var position = 0
    // After a simplification the run may end earlier.
    while position < best.deeds.count {
      if case .send(let type, _) = best.deeds[position] {
        for (name, declared) in first.actions.types[type] ?? [] {
          for simpler in declared.simplest {
            guard position < best.deeds.count, case .send(type, var fields) = best.deeds[position] else { break }
            let former = fields[name]
            if former == simpler { break }
            fields[name] = simpler
            var deeds = best.deeds
            deeds[position] = .send(type: type, fields: fields)
            if try take(deeds) { break }
            // The failure may need the same value in several actions.
            if try take(best.deeds.map { $0.replacing(former, with: simpler, in: first.actions.types) }) { break }
          }
        }
      }
      position += 1
    }
    return best
  }

  /// Identifies the cause of a failure: the first of its lines that names a position.
  private func cause(_ failure: TestFailure) -> String {
    let lines = failure.error.message.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    let place = lines.lazy.compactMap { ScriptPosition.split($0).position }.first
    return place.map { "\($0.file):\($0.line)" } ?? lines.first ?? ""
  }

  // MARK: the report

  private func explained(_ last: Attempt, after first: Attempt, _ index: Int, of test: TestResult) -> TestFailure? {
    guard var failure = last.failure else { return nil }
    if let line = test.line { failure.place(in: last.file, line: line) }
    if failure.error.code == "usage" { return failure }
    let steps = last.actions.steps
    let run = "run \(index + 1) of \(limits.runs)"
    var notes: [String]
    if steps.isEmpty {
      notes = ["The property is violated before the first step."]
    } else {
      let origin = steps.count < first.actions.steps.count ? ", shortened from \(first.actions.steps.count)" : ""
      let count = steps.count == 1 ? "1 step" : "\(steps.count) steps"
      notes = ["The property is violated after \(count)\(origin) (\(run)):"]
      notes += steps.map { "  \(written($0))" }
    }
    notes.append("To run it again: udfhost test \(test.file) --seed \(seed &+ UInt64(index))")
    failure.error.message += notes.map { "\n  \($0)" }.joined()
    return failure
  }

  /// Returns a step as a line of a test, with its changes.
  private func written(_ step: DrawnActions.Step) -> String {
    switch step.deed {
    case .advance(let seconds): return "store.advance(\(LuaText.written(.number(seconds))))"
    case .send(let type, let fields):
      let words =
        ["type = \(LuaText.quoted(type))"] + fields.map { "\(LuaText.key($0.key)) = \(LuaText.written($0.value))" }
      let action = "{ \(words.joined(separator: ", ")) }"
      if step.changes.isEmpty { return "store.send \(action)" }
      return "store.send(\(action), \(StateMutation(step.changes, isWhole: true).text))"
    }
  }
}

extension DrawnActions.Step.Deed {
  /// Replaces a value in all drawn fields whose types permit the other one. `types` are the drawn fields by action type.
  fileprivate func replacing(
    _ value: Value, with other: Value, in types: [String: [(name: String, type: FieldType)]]
  ) -> Self {
    guard case .send(let type, var fields) = self else { return self }
    for (name, declared) in types[type] ?? [] where fields[name] == value && declared.simplest.contains(other) {
      fields[name] = other
    }
    return .send(type: type, fields: fields)
  }
}

extension FieldType {
  /// The simplest values of this type, simplest first.
  fileprivate var simplest: [Value] {
    switch self {
    case .optional(let type): [.none] + type.simplest
    case .string, .secret: ["", "a"]
    case .integer: [0, 1]
    case .number: [.number(0), .number(1)]
    case .boolean: [false]
    case .list: [.list([])]
    case .choice(let names): names.prefix(1).map(Value.string)
    case .table, .any, .record: []
    }
  }
}
