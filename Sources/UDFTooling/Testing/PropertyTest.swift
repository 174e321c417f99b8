import LuaRuntime
import UDFHost

/// Tries a property with drawn actions, each time in a host of its own, until one run shows that it does not hold; then looks
/// for the shortest way to show it.
struct PropertyTest {
  /// What came of one run.
  private struct Attempt {
    let actions: DrawnActions
    let failure: TestFailure?
    let output: [String]
    /// The test file, as errors name it.
    let file: String

    var deeds: [DrawnActions.Step.Deed] { actions.steps.map(\.deed) }
  }

  /// How many shorter ways are tried.
  private static let patience = 400
  /// Of the test in its file, from 1.
  let number: Int
  let limits: TestEntry.Property
  /// What the first run draws from; the second one draws from the number after it.
  let seed: UInt64
  /// A machine that has run the file.
  let makeRun: () throws(HostError) -> TestRun

  func run(into result: inout TestResult) throws(HostError) {
    for index in 0..<limits.runs {
      let first = try attempt(seed &+ UInt64(index))
      result.output = first.output
      result.status = first.failure == nil ? .passed : .failed
      guard let failure = first.failure else { continue }
      // What is written wrongly fails always, and what takes all its time is not tried over and over.
      let isFinal = ["usage", "budget"].contains(failure.error.code)
      let last = isFinal ? first : try shortened(first, failure, index)
      result.output = last.output
      result.failure = told(last, after: first, index, of: result)
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

    /// Takes a way that fails for the same reason.
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
    // A simpler way may end earlier.
    while position < best.deeds.count {
      if case .send(let type, _) = best.deeds[position] {
        for (name, declared) in first.actions.types[type] ?? [] {
          for simpler in declared.simplest {
            guard position < best.deeds.count, case .send(type, var fields) = best.deeds[position] else { break }
            if fields[name] == simpler { break }
            fields[name] = simpler
            var deeds = best.deeds
            deeds[position] = .send(type: type, fields: fields)
            if try take(deeds) { break }
          }
        }
      }
      position += 1
    }
    return best
  }

  /// What makes two failures the same one: where the first of their lines points that points somewhere.
  private func cause(_ failure: TestFailure) -> String {
    let lines = failure.error.message.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    let place = lines.lazy.compactMap { ScriptPosition.split($0).position }.first
    return place.map { "\($0.file):\($0.line)" } ?? lines.first ?? ""
  }

  // MARK: what is told

  private func told(_ last: Attempt, after first: Attempt, _ index: Int, of test: TestResult) -> TestFailure? {
    guard var failure = last.failure else { return nil }
    if let line = test.line { failure.place(in: last.file, line: line) }
    if failure.error.code == "usage" { return failure }
    let steps = last.actions.steps
    let run = "run \(index + 1) of \(limits.runs)"
    var notes: [String]
    if steps.isEmpty {
      notes = ["It does not hold before anything is sent."]
    } else {
      let origin = steps.count < first.actions.steps.count ? ", the shortest way of \(first.actions.steps.count)" : ""
      notes = ["It does not hold after \(steps.count == 1 ? "1 step" : "\(steps.count) steps")\(origin) (\(run)):"]
      notes += steps.map { "  \(written($0))" }
    }
    notes.append("To run it again: udfhost test \(test.file) --seed \(seed &+ UInt64(index))")
    failure.error.message += notes.map { "\n  \($0)" }.joined()
    return failure
  }

  /// As a test has it, with what it changes.
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

extension FieldType {
  /// The simplest values of this type, the simplest first.
  fileprivate var simplest: [Value] {
    switch self {
    case .optional(let type): [.none] + type.simplest
    case .string: ["", "a"]
    case .integer: [0, 1]
    case .number: [.number(0), .number(1)]
    case .boolean: [false]
    case .list: [.list([])]
    case .choice(let names): names.prefix(1).map(Value.string)
    case .table, .any, .record: []
    }
  }
}
