import LuaSyntax
import UDFHost

/// The parts of an app that its source shows without running it, from the same analysis as `udfhost check`.
struct AppSource {
  struct EffectKey: Hashable {
    var feature: String
    /// The full type of the action that starts the effect.
    var type: String
  }

  private(set) var effects: [EffectKey: WrittenCalls] = [:]
  /// The actions and services that a feature's reactions and remotes use.
  private(set) var features: [String: WrittenCalls] = [:]
  /// The places of services in Lua, by name.
  private(set) var services: [String: ScriptPosition] = [:]

  init(_ host: AppHost) {
    let program = host.program
    let declarations = program.declarations
    for app in declarations where app.kind == "app" {
      for entry in app.entries("services") {
        let place = program.meaning(of: entry.value)
        services[entry.name] = ScriptPosition(file: place.file.name, line: place.expression.position.line)
      }
    }
    guard
      let app = try? CheckedApp(
        program: program, generation: host.loadedApp, declarations: declarations, host: host)
    else { return }
    for declaration in declarations {
      for feature in app.features(of: declaration) { read(feature, declaration, in: app) }
    }
  }

  private mutating func read(_ feature: FeatureDefinition, _ declaration: Declaration, in app: CheckedApp) {
    func calls(_ value: Located) -> WrittenCalls { EffectCheck.calls(of: value, in: app, feature, declaration) }
    for effect in declaration.entries("effects") {
      effects[EffectKey(feature: feature.name, type: feature.fullType(of: effect.name))] = calls(effect.value)
    }
    let others = declaration.lastItems("reactions").map(\.value) + declaration.entries("remote").map(\.value)
    for value in others { features[feature.name, default: WrittenCalls()].formUnion(calls(value)) }
  }
}
