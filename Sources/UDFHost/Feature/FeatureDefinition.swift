import LuaRuntime
import UDFEngines
import UDFFields

/// A feature as its file describes it. The prelude checks the description; this type reads it.
package struct FeatureDefinition {
  package enum Event: Equatable {
    case action(String)
    case function
    case nothing
  }

  /// Where the feature's state is stored, and in which language its reducers are.
  package enum Home: Equatable {
    case lua
    /// A native feature that the program provides.
    case registered
    case entities(EntitiesOptions)
    /// As `udf.entities`, synchronized with a server.
    case synced(EntitiesOptions, SyncNeighbours)
  }

  package var name: String
  package var home: Home
  var version: Int
  package var file: String
  package var line: Int
  /// nil: the feature declares no actions, so it accepts all actions that it handles.
  package var schemas: [String: ActionSchema]?
  package var reduces: [String]
  package var effects: [String]
  /// The policies of effects that have one.
  var policies: [String: EffectPolicy] = [:]
  package var events: [String: Event] = [:]
  /// The screen events that actions emit for a flow; nil: a function returns the event.
  package var emits: [String: String?] = [:]
  /// The outputs of the use cases that its effects run.
  var outputs: [String: [String]] = [:]
  package var hasView: Bool
  package var hasScreen: Bool
  var migrates: Bool
  package var reads: [String]
  package var uses: [String]
  package var derived: DerivedDefinition
  /// The keys of its state that are secret.
  package var secrets: [String]
  var onReload: ReloadPolicy
  /// A number that changes whenever the code of the feature is loaded again.
  var number: Int
  /// The generation in which this code was loaded.
  var generation = 1
  /// Whether its actions go through the shared log.
  package var isShared: Bool
  package var stamps: Bool
  /// Whether it has a function `onRejected`.
  var answersRejection: Bool
  /// nil: it is not a sync feature.
  var sync: SyncSettings?

  init(_ value: Value) throws(HostError) {
    name = value["name"].text ?? ""
    home =
      switch value["native"] {
      case .none: .lua
      case .map where value["native"]["sync"] != .none: .synced(EntitiesOptions(value["native"]), SyncNeighbours())
      case .map: .entities(EntitiesOptions(value["native"]))
      default: .registered
      }
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
    secrets = value["secrets"].texts
    onReload = value["onReload"].text.flatMap(ReloadPolicy.init) ?? .finish
    number = value["number"].integer ?? 0
    isShared = value["shared"] == true
    stamps = value["stamp"] == true
    answersRejection = value["onRejected"] == true
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
    guard case .synced = home else { return }
    do throws(NativeFailure) { sync = try SyncSettings(value["native"]["sync"]) } catch {
      throw problem(error.description, at: ["where"])
    }
  }

  /// Moves the feature's state and reducers to Swift.
  mutating func moveToSwift(declaring actions: Record) throws(HostError) {
    if home == .lua { home = .registered }
    reduces = []
    migrates = false
    try declare(actions)
    if let secret = (schemas ?? [:]).sorted(by: { $0.key < $1.key }).first(where: { $0.value.hasSecrets }) {
      throw problem(
        """
        actions.\(secret.key): udf.secret is for features in Lua
          To fix this, keep it in a field of the Swift state that the feature's fields do not show.
        """)
    }
  }

  /// Whether any part of it is declared secret.
  var hasSecrets: Bool { !secrets.isEmpty || (schemas ?? [:]).values.contains(where: \.hasSecrets) }

  /// Reads the declaration of the feature's actions. Throws if the declaration is not valid.
  private mutating func declare(_ declared: Record) throws(HostError) {
    var schemas: [String: ActionSchema] = [:]
    for (action, fields) in declared {
      do { schemas[action] = try ActionSchema(fields, action: action) } catch {
        throw problem(error.text, at: ["actions", action] + [error.field].compactMap(\.self))
      }
    }
    self.schemas = schemas
    // A reducer or effect for an undeclared action is probably misspelt.
    for action in reduces + effects where !action.contains("/") && schemas[action] == nil {
      throw problem(
        "\"\(action)\" is handled but not declared in actions.\(didYouMean(action, among: schemas.keys.sorted()))",
        at: [reduces.contains(action) ? "reduce" : "effects", action])
    }
  }

  /// The short names of the feature's own actions, sorted.
  package var ownActions: [String] {
    Set((schemas.map { Array($0.keys) } ?? []) + (reduces + effects).filter { !$0.contains("/") }).sorted()
  }

  /// Returns the full type of an action: own actions have their short name here, others their full type.
  package func fullType(of action: String) -> String { action.contains("/") ? action : "\(name)/\(action)" }

  /// Returns an error about this feature, at its definition, or about the value under these keys of its table.
  func problem(_ text: String, at keys: [String] = []) -> HostError {
    HostError(load: "\(name): \(text)", at: ScriptPosition(file: file, line: line), keys: keys)
  }
}
