import LuaRuntime
import LuaSyntax
import UDFHost
import UDFServices

/// A loaded app with its parsed files.
struct CheckedApp {
  let program: LuaProgram
  let generation: Generation
  let declarations: [Declaration]
  /// The full types of all actions that have a reducer or another handler.
  let handled: Set<String>
  /// The position of the effect among the arguments of each policy, by the policy's name.
  let policies: [String: Int]
  /// The functions of `nav` that add a route to the path.
  let entering: Set<String>
  private let host: AppHost
  /// Services whose method parameters are visible in the app's files; nil: unknown before the app runs.
  private let own: Set<String>?

  /// - Parameter host: the host that has loaded the generation.
  init(
    program: LuaProgram, generation: Generation, declarations: [Declaration], host: AppHost
  ) throws(HostError) {
    (self.program, self.generation, self.declarations, self.host) = (program, generation, declarations, host)
    policies = Dictionary(
      uniqueKeysWithValues: try host.prelude.declared("policies").items.map {
        ($0["name"].text ?? "", $0["takesSeconds"] == true ? 1 : 0)
      })
    entering = Set(try host.prelude.declared("entering").texts)
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

  /// Returns the features of a declaration. A declaration inside a function may make several.
  func features(of declaration: Declaration) -> [FeatureDefinition] {
    let place = declaration.place
    return generation.features.filter {
      $0.name != FlowDefinition.feature && $0.name == declaration.name ?? $0.name && $0.file == place.file.name
        && $0.line == place.expression.position.line
    }
  }

  /// Resolves the name of a route inside the flow with this prefix. Returns its full name, or the problem with the
  /// name.
  ///
  /// - Parameter params: the params with which the route is shown; nil: unknown.
  func route(_ name: String, in prefix: String, params: Record? = nil) -> (name: String?, problem: String?) {
    let arguments: [Value] = [.string(prefix), .string(name), params.map(Value.map) ?? .none]
    guard let find = host.prelude["findRoute"],
      let answer = try? host.machine.call(find, first: generation.app, arguments)
    else { return (nil, nil) }
    return (answer.first?.text, answer.last?.text)
  }

  /// Whether an action has a handler. For a native feature of another program this is unknown, so it returns true.
  func isHandled(_ action: String) -> Bool {
    let owner = action.split(separator: "/").first.map(String.init) ?? ""
    return handled.contains(action) || generation.natives[owner] is UnknownFeature
  }

  func schema(of action: String) -> ActionSchema? {
    let parts = action.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    return generation.features.first { $0.name == parts[0] }?.schemas?[parts[1]]
  }

  /// Whether the feature of an action adds fields to it before it is dispatched.
  func isStamped(_ action: String) -> Bool {
    generation.features.first { action.hasPrefix($0.name + "/") }?.stamps ?? false
  }

  func signature(of method: String, in service: String) -> ServiceSignature? {
    guard let own, !own.contains(service) else { return nil }
    return host.table.signature(of: method, in: service)
  }

  /// Whether a script waits for a method of a service: an awaited method of the host, or a Lua method that sleeps or
  /// waits for such a method.
  func waits(for method: String, of service: String) -> Bool {
    if let signature = signature(of: method, in: service) { return signature.isAwaited }
    for app in declarations where app.kind == "app" {
      for entry in app.entries("services") where entry.name == service {
        if let body = written(method, in: entry.value)?.function?.body, waits(body) { return true }
      }
    }
    return false
  }

  /// The function of a method, if the source shows it.
  private func written(_ method: String, in service: Located) -> Located? {
    let service = program.meaning(of: service)
    guard let made = service.function else { return program.member(method, of: service).map(program.meaning) }
    return made.body.answers.compactMap(\.first).lazy.compactMap { program.member(method, of: service.with($0)) }.first
      .map(program.meaning)
  }

  /// Whether a part of a service calls a function that waits: `core.sleep`, `core.http.get`.
  private func waits(_ body: Block) -> Bool {
    var isFound = false
    body.walk { node in
      guard case .expression(let expression) = node, case .index(let table, let key) = expression.kind,
        let name = key.text
      else { return }
      switch table.kind {
      case .local: if name == "sleep" { isFound = true }
      case .index(_, let service):
        if host.table.signature(of: name, in: service.text ?? "")?.isAwaited == true { isFound = true }
      default: break
      }
    }
    return isFound
  }

  /// The members of a class that the library declares.
  func members(of name: String) throws(HostError) -> [String] { try host.libraryMembers(of: name) }

  /// Returns a suggestion for the type of an action that a feature or a middleware names: ` Did you mean "loaded"?`.
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
