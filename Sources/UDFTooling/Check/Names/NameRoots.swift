import LuaSyntax
import UDFHost

/// The functions that the host calls, with the names in their arguments.
struct NameRoots {
  typealias Root = (function: Located, position: Int, shape: Shape)

  private(set) var all: [Root] = []
  private let app: CheckedApp
  private let members: [String]
  /// The shapes of the states of features in Lua, by name.
  private var states: [String: Shape] = [:]
  /// The features with a reducer that may return any state.
  private(set) var replaced: Set<String> = []

  init(in app: CheckedApp) throws(HostError) {
    self.app = app
    members = try app.members(of: "udf.Context")
    let middleware = Shape(.context, try app.members(of: "udf.MiddlewareContext"))
    for declaration in app.declarations {
      for feature in app.features(of: declaration) where !feature.derived.fields.isEmpty {
        states[feature.name] = state(feature, declaration)
      }
    }
    for declaration in app.declarations {
      switch declaration.kind {
      case "app": addServices(of: declaration)
      case "scene": addScenes(of: declaration)
      case "middleware":
        for function in [declaration["before"] ?? declaration.function, declaration["after"]].compactMap(\.self) {
          all.append((function, 0, middleware))
        }
      default:
        for feature in app.features(of: declaration) { add(feature, declaration) }
      }
    }
  }

  // MARK: features

  private mutating func add(_ feature: FeatureDefinition, _ declaration: Declaration) {
    let computed = Shape(.computed(feature.name), feature.derived.computed)
    var others = Shape(.others(feature.name), feature.reads)
    for name in feature.reads { others.members[name] = .some(states[name]) }
    let state = states[feature.name]
    var context = Shape(.context, members)
    context.members["state"] = .some(state)
    context.members["computed"] = computed
    context.members["others"] = others
    context.members["cancel"] = .some(cancelling(feature, declaration))
    for entry in declaration.entries("reduce") {
      if let state { all.append((entry.value, 0, state)) }
      let answers = app.program.meaning(of: entry.value).function?.body.answers ?? []
      if answers.contains(where: { if case .table? = $0.first?.kind { false } else { !$0.isEmpty } }) {
        replaced.insert(feature.name)
      }
      addAction(entry.name, of: feature, to: entry.value, at: 1)
    }
    for entry in declaration.entries("emits") { addAction(entry.name, of: feature, to: entry.value, at: 0) }
    for entry in declaration.entries("effects") {
      let effect = WrittenEffect(entry.value, in: app)
      if let function = effect.function {
        all.append((function, 0, context))
        addAction(entry.name, of: feature, to: function, at: 1)
      }
      for function in effect.decorators + [effect.run].compactMap(\.self) { all.append((function, 0, context)) }
      for id in effect.ids { addAction(entry.name, of: feature, to: id, at: 0) }
    }
    for entry in declaration.lastItems("reactions") {
      if let function = WrittenEffect(entry.value, in: app).function { all.append((function, 0, context)) }
    }
    for function in declaration.entries("remote").map(\.value) + [declaration["auth"]].compactMap(\.self) {
      all.append((function, 0, context))
    }
    if let stamp = declaration["stamp"] { all.append((stamp, 0, Shape(.context, ["services", "state"]))) }
    if let view = declaration["view"] {
      if let state { all.append((view, 0, state)) }
      all.append((view, 1, computed))
      all.append((view, 2, others))
    }
  }

  /// The shape of the initial state: its fields, and its tables if the source shows them.
  private func state(_ feature: FeatureDefinition, _ declaration: Declaration) -> Shape {
    let written = declaration["state"].flatMap { state(feature.name, [], $0) }
    return Shape(.state(feature.name), feature.derived.fields).detailed(by: written)
  }

  private func state(_ feature: String, _ path: [String], _ value: Located) -> Shape? {
    let table = app.program.meaning(of: value)
    guard let fields = table.fields, !fields.isEmpty else { return nil }
    var members: [String: Shape?] = [:]
    for field in fields {
      // A list, or a map with computed keys.
      guard case .named(let key, let value) = field, let name = key.text else { return nil }
      members[name] = .some(state(feature, path + [name], table.with(value)))
    }
    return Shape(.state(feature), path, members)
  }

  private mutating func addAction(_ name: String, of feature: FeatureDefinition, to function: Located, at position: Int)
  {
    let type = feature.fullType(of: name)
    guard let schema = app.schema(of: type) else { return }
    all.append((function, position, .action(type, schema.fields)))
  }

  /// The names for `cx.cancel`; nil if ids are computed.
  private func cancelling(_ feature: FeatureDefinition, _ declaration: Declaration) -> Shape? {
    let effects =
      declaration.entries("effects")
      + declaration.lastItems("reactions").map { ($0.value.expression, $0.name, $0.value) }
    guard feature.home == .lua, declaration.entries("effects").count == feature.effects.count,
      effects.allSatisfy({ WrittenEffect($0.2, in: app).ids.isEmpty })
    else { return nil }
    return Shape(.cancelling(feature.name), effects.map(\.1))
  }

  // MARK: scenes and services

  private mutating func addScenes(of declaration: Declaration) {
    let scenes = app.generation.scenes.filter { declaration.isAt($0.place) }
    // If a function makes several scenes, they may list different paths.
    guard scenes.count == 1, let scene = scenes.first, let view = declaration["view"] else { return }
    all.append((view, 0, .model(scene.name, scene.model.map { $0.split(separator: ".").map(String.init) })))
    all.append((view, 2, Shape(.rendering(scene.name), scene.renders)))
  }

  private mutating func addServices(of declaration: Declaration) {
    var core = Shape(.core, ["sleep"])
    for (name, methods) in app.generation.methods { core.members[name] = .some(Shape(.service(name), methods.texts)) }
    for entry in declaration.entries("services") where app.program.meaning(of: entry.value).function != nil {
      all.append((entry.value, 0, core))
    }
  }
}
