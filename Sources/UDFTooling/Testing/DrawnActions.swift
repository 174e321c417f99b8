import LuaRuntime
import UDFHost
import UDFServices

/// The steps of one run of a property: random actions that fit their declarations, or the steps of another run.
final class DrawnActions {
  /// One step, with the changes that it made.
  struct Step {
    enum Deed {
      case send(type: String, fields: Record)
      /// Advances the time by seconds, because an effect sleeps.
      case advance(Double)
    }

    var deed: Deed
    var changes: [Change] = []
  }

  /// The steps so far.
  private(set) var steps: [Step] = []
  /// The fields that are drawn here, by action type. Functions of the test return the other fields.
  private(set) var types: [String: [(name: String, type: FieldType)]] = [:]
  private let seed: UInt64
  private let count: Int
  private let given: [Step.Deed]?
  private var values: RandomValues<RandomNumbers>

  /// - Parameters:
  ///   - count: the number of steps.
  ///   - given: steps to perform instead of random ones.
  init(seed: UInt64, count: Int, given: [Step.Deed]? = nil) {
    self.seed = seed
    self.count = given?.count ?? count
    self.given = given
    values = RandomValues(RandomNumbers(source: SeededRandom(seed: seed)))
  }

  /// Handles a call of the property's Lua code; nil for other functions.
  func call(_ name: String, _ arguments: [Value], store: TestStore, host: AppHost) throws(TestFailure) -> [Value]? {
    switch name {
    case "draws":
      try prepare(arguments[0], fields: arguments[1], in: host)
      // Shifted by one bit, because Lua's integers are signed.
      return [.integer(Int64(seed >> 1))]
    case "next": return try next(store, host)
    case "try":
      let type = arguments[0]["type"].text ?? ""
      steps.append(Step(deed: .send(type: type, fields: arguments[0].actionFields)))
      _ = try store.call("send", [arguments[0]])
      steps[steps.count - 1].changes = store.changes
      return []
    default: return nil
    }
  }

  /// Finds the fields to draw, for the named types or for all: those that no function of the test returns.
  private func prepare(_ named: Value, fields: Value, in host: AppHost) throws(TestFailure) {
    let known = host.loadedApp.known.sorted()
    for type in named.texts + fields.fields.map(\.key) where !known.contains(type) {
      throw problem("there is no action \"\(type)\".\(didYouMean(type, among: known))")
    }
    let isAll = named == .none
    for feature in host.loadedApp.features where feature.name != FlowDefinition.feature {
      for action in feature.ownActions {
        let type = feature.fullType(of: action)
        let own = fields[type].texts
        guard isAll || named.texts.contains(type) else { continue }
        guard feature.schemas != nil || fields[type] != .none else { throw undeclared(type, of: feature) }
        let declared = feature.schemas?[action]?.fields ?? []
        types[type] = declared.filter { !own.contains($0.name) }
      }
    }
    if types.isEmpty { throw problem("there is no action to draw: the app's features have none") }
  }

  private func undeclared(_ type: String, of feature: FeatureDefinition) -> TestFailure {
    problem(
      "\(type) is not declared, so its fields cannot be drawn",
      "To fix this, declare it in \(feature.file): actions = { … }, describe its fields here: "
        + "fields = { [\"\(type)\"] = { … } }, or name the actions to draw: sends = { … }")
  }

  private func problem(_ text: String, _ notes: String...) -> TestFailure {
    let lines = ["test.property: \(text)"] + notes.map { "  \($0)" }
    return TestFailure(error: HostError(usage: lines.joined(separator: "\n")))
  }

  /// Returns the next action and whether the test must add fields; false if time was advanced instead; nil at the end.
  private func next(_ store: TestStore, _ host: AppHost) throws(TestFailure) -> [Value] {
    guard steps.count < count else { return [.none] }
    switch given?[steps.count] ?? drawn(host) {
    case .advance(let seconds):
      steps.append(Step(deed: .advance(seconds)))
      _ = try store.call("advance", [.number(seconds)])
      return [false]
    case .send(let type, let fields):
      var action = fields
      action["type"] = .string(type)
      return [.map(action), .boolean(given == nil)]
    }
  }

  private func drawn(_ host: AppHost) -> Step.Deed {
    if let due = host.nextEffectDue, Int.random(in: 0..<4, using: &values.generator) == 0 {
      return .advance(due)
    }
    let type = types.keys.sorted().randomElement(using: &values.generator) ?? ""
    return .send(type: type, fields: Record((types[type] ?? []).map { ($0.name, values.value(of: $0.type)) }))
  }
}
