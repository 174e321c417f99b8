import LuaRuntime

/// A feature as its file describes it; checked by the prelude, read here.
package struct FeatureDefinition {
  package enum Event: Equatable {
    case action(String)
    case function
    case nothing
  }

  /// Where its state lives and who reduces it.
  package enum Home: Equatable {
    case lua
    /// A Swift feature that the program has registered.
    case registered
    case entities(EntitiesOptions)
    /// As `udf.entities`, kept in step with a server.
    case synced(EntitiesOptions)
  }

  package var name: String
  package var home: Home
  var version: Int
  package var file: String
  package var line: Int
  /// nil: the feature declares no actions, so any that it handles is taken.
  package var schemas: [String: ActionSchema]?
  package var reduces: [String]
  package var effects: [String]
  /// Of effects that have one.
  var policies: [String: EffectPolicy] = [:]
  package var events: [String: Event] = [:]
  /// From actions to the screen events that they are for a flow; nil: a function says.
  package var emits: [String: String?] = [:]
  /// Of the use cases that its effects run.
  var outputs: [String: [String]] = [:]
  package var hasView: Bool
  package var hasScreen: Bool
  var migrates: Bool
  var reads: [String]
  package var uses: [String]
  package var derived: DerivedDefinition
  var onReload: ReloadPolicy
  /// Another one whenever the code that defines it was loaded anew.
  var number: Int
  /// The generation that this code came with.
  var generation = 1
  /// nil: it is no sync feature.
  var sync: SyncSettings?

  init(_ value: Value) throws(HostError) {
    name = value["name"].text ?? ""
    home =
      switch value["native"] {
      case .none: .lua
      case .map where value["native"]["sync"] != .none: .synced(EntitiesOptions(value["native"]))
      case .map: .entities(EntitiesOptions(value["native"]))
      default: .registered
      }
    if case .synced = home { sync = SyncSettings(value["native"]["sync"]) }
    version = value["version"].integer ?? 1
    let (position, _) = ScriptPosition.split((value["site"].text ?? "") + ": ")
    file = position?.file ?? ""
    line = position?.line ?? 0
    reduces = value["reduce"].texts
    effects = value["effects"].texts
    for (name, policy) in value["policies"].fields { policies[name] = EffectPolicy(policy) }
    hasView = value["view"] == true
    hasScreen = value["screen"] == true
    migrates = value["migrate"] == true
    reads = value["reads"].texts
    uses = value["uses"].texts
    derived = DerivedDefinition(value["derived"])
    onReload = value["onReload"].text.flatMap(ReloadPolicy.init) ?? .finish
    number = value["number"].integer ?? 0
    for (name, target) in value["events"].fields {
      switch target {
      case .string(let action): events[name] = .action(action)
      case .boolean(true): events[name] = .function
      default: events[name] = .nothing
      }
    }
    for (action, event) in value["emits"].fields { emits[action] = .some(event.text) }
    for (usecase, names) in value["outputs"].fields { outputs[usecase] = names.texts }
    if case .map(let declared) = value["actions"] { try declare(declared) }
  }

  /// Has its state and reducer in Swift.
  mutating func become(_ native: any NativeFeature) throws(HostError) {
    if home == .lua { home = .registered }
    reduces = []
    migrates = false
    try declare(native.actions)
  }

  /// Takes the declaration of the feature's actions. Throws what is wrong with it.
  private mutating func declare(_ declared: Record) throws(HostError) {
    var schemas: [String: ActionSchema] = [:]
    for (action, fields) in declared {
      do { schemas[action] = try ActionSchema(fields, action: action) } catch {
        throw problem(error.text, at: ["actions", action] + [error.field].compactMap(\.self))
      }
    }
    self.schemas = schemas
    // A reducer or effect for an action that the declaration does not have is a misspelt one.
    for action in reduces + effects where !action.contains("/") && schemas[action] == nil {
      throw problem(
        "\"\(action)\" is handled but not declared in actions.\(didYouMean(action, among: schemas.keys.sorted()))",
        at: [reduces.contains(action) ? "reduce" : "effects", action])
    }
  }

  /// Short names of the feature's own actions, in order.
  package var ownActions: [String] {
    Set((schemas.map { Array($0.keys) } ?? []) + (reduces + effects).filter { !$0.contains("/") }).sorted()
  }

  /// The full type of an action that the feature names: its own by the short name, others' as they are.
  package func fullType(of action: String) -> String { action.contains("/") ? action : "\(name)/\(action)" }

  /// An error about this feature, at the place that defines it, or about what these keys of its table lead to.
  func problem(_ text: String, at keys: [String] = []) -> HostError {
    var error = HostError(code: "load", message: "\(file):\(line): \(name): \(text)", file: file, line: line)
    error.keys = keys
    return error
  }
}
