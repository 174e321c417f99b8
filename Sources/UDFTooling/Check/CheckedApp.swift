import LuaRuntime
import LuaSyntax
import UDFHost

/// An app that has loaded, with its files.
struct CheckedApp {
  let program: CheckedProgram
  let generation: Generation
  let declarations: [Declaration]
  /// Full types of all actions that something follows from.
  let handled: Set<String>
  /// From each policy of effects to the position of the effect among its arguments.
  let policies: [String: Int]
  private let host: AppHost
  /// Services of which the app's files say themselves what their methods take; nil: only a run can tell which.
  private let own: Set<String>?

  /// - Parameter host: the host that has staged the generation.
  init(
    program: CheckedProgram, generation: Generation, declarations: [Declaration], host: AppHost
  ) throws(HostError) {
    (self.program, self.generation, self.declarations, self.host) = (program, generation, declarations, host)
    policies = Dictionary(
      uniqueKeysWithValues: try host.prelude.declared("policies").items.map {
        ($0["name"].text ?? "", $0["takesSeconds"] == true ? 1 : 0)
      })
    var handled: Set<String> = []
    for feature in generation.features {
      let own = feature.home == .lua ? [] : feature.ownActions
      handled.formUnion((own + feature.reduces + feature.effects + feature.emits.keys).map(feature.fullType))
    }
    self.handled = handled
    let apps = declarations.filter { $0.kind == "app" }
    let isWritten = apps.count == 1 && (apps[0]["services"].map { program.meaning(of: $0).fields != nil } ?? true)
    own = isWritten ? Set(apps[0].entries("services").map(\.name)) : nil
  }

  /// The features that a declaration makes: more than one where it stands in a function.
  func features(of declaration: Declaration) -> [FeatureDefinition] {
    let place = declaration.place
    return generation.features.filter {
      $0.name != FlowDefinition.feature && $0.name == declaration.name ?? $0.name && $0.file == place.file.name
        && $0.line == place.expression.position.line
    }
  }

  /// The full name of what the flow of a prefix calls a route, or what is wrong with the name.
  func route(_ name: String, in prefix: String) -> (name: String?, problem: String?) {
    guard let find = host.prelude["findRoute"],
      let answer = try? host.machine.call(find, first: generation.app, [.string(prefix), .string(name)])
    else { return (nil, nil) }
    return (answer.first?.text, answer.last?.text)
  }

  /// Whether something follows from an action; of a feature that another program has, that cannot be known.
  func isHandled(_ action: String) -> Bool {
    let owner = action.split(separator: "/").first.map(String.init) ?? ""
    return handled.contains(action) || generation.natives[owner] is UnknownFeature
  }

  func schema(of action: String) -> ActionSchema? {
    let parts = action.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    return generation.features.first { $0.name == parts[0] }?.schemas?[parts[1]]
  }

  func signature(of method: String, in service: String) -> ServiceSignature? {
    guard let own, !own.contains(service) else { return nil }
    return host.table.signature(of: method, in: service)
  }

  /// ` Did you mean "loaded"?`, for the type of an action that a feature names, or a middleware.
  func hint(for type: String, in feature: FeatureDefinition?) -> String {
    guard let feature, !type.contains("/") else {
      let whole = handled.sorted().first { $0.hasSuffix("/" + type) }
      return whole.map { " Did you mean \"\($0)\"?" } ?? didYouMean(type, among: handled)
    }
    let own = feature.ownActions.filter { handled.contains(feature.fullType(of: $0)) }
    if suggestion(for: type, among: own) == nil, let other = handled.sorted().first(where: { $0.hasSuffix("/" + type) })
    {
      return " Did you mean \"\(other)\"?"
    }
    return didYouMean(type, among: own)
  }
}
