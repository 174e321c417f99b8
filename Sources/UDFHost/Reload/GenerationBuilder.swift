import LuaRuntime
import UDFServices

/// Makes a generation from an app's files, and checks all of it before any of it runs.
struct GenerationBuilder {
  let machine: LuaMachine
  let prelude: Prelude
  let tree: SliceTree
  let natives: NativeRegistry
  let budget: Double
  /// The features of the previous generation.
  let former: [FeatureDefinition]

  /// Builds a generation and validates it. Throws a ``HostError`` and leaves the running generation unchanged.
  func build(_ app: LuaReference, number: Int, modules: [String: Module], file: String) throws(HostError) -> Generation
  {
    guard try call("isApp", app) == true else {
      throw HostError(
        code: "load",
        message: "\(file): must return the result of udf.app{ … }\n  To fix this, end it with: return udf.app { … }",
        file: file)
    }
    let description = try call("describe", app)
    var generation = Generation(
      number: number, name: description["name"].text ?? "", features: [], app: app, modules: modules)
    generation.version = description["version"].integer ?? 1
    if case .list(let features) = description["features"] {
      var definitions: [FeatureDefinition] = []
      for feature in features { definitions.append(try FeatureDefinition(feature)) }
      try SyncNeighbours.introduce(&definitions)
      for var definition in definitions {
        let same = former.first { $0.name == definition.name && $0.number == definition.number }
        definition.generation = same?.generation ?? number
        if let native = try natives.feature(for: definition) {
          try definition.moveToSwift(declaring: native.actions)
          if let (action, text) = native.mismatch(with: definition.schemas ?? [:]) {
            throw definition.problem(
              """
              actions.\(action) does not fit the feature's Action: \(text)
                To fix this, declare its fields as the case of the Swift type has them.
              """)
          }
          generation.natives[definition.name] = native
        }
        generation.features.append(definition)
      }
    }
    generation.grants = try grants(description["grants"], of: ScriptPosition(site: description["site"]))
    for feature in generation.features {
      for action in feature.ownActions { generation.known.insert("\(feature.name)/\(action)") }
    }
    do throws(HostError) { try fill(&generation, app, description) } catch {
      generation.discard(from: tree)
      throw error
    }
    return generation
  }

  private func fill(_ generation: inout Generation, _ app: LuaReference, _ description: Value) throws(HostError) {
    generation.methods = description["services"].fields
    let services = generation.methods.map(\.key)
    for feature in generation.features { try check(feature, in: generation, services: services) }
    generation.flow = try FlowDefinition(description["flow"])
    generation.scenes = description["scenes"].items.map(SceneDefinition.init)
    try FlowCheck(generation).check()
    generation.sceneViews = try make("scenes", app, machine.node([]))
    for (index, scene) in generation.scenes.enumerated() {
      try bind(scene, at: index + 1, into: &generation)
    }
    generation.services = try make("servicesOf", app)
    let types = generation.known.sorted()
    // Only the flow sends its own actions; features emit screen events instead.
    let ofFeatures = table(of: types.filter { !$0.hasPrefix(FlowDefinition.feature + "/") })
    let all = table(of: types)
    for (index, feature) in generation.features.enumerated() {
      let known = feature.name == FlowDefinition.feature ? all : ofFeatures
      try bind(feature, at: index + 1, sending: known, into: &generation)
    }
    let prompt = try make("everything", app)
    generation.later = try make("later", prompt)
    generation.dispatcher = all.flatMap { machine.dispatcher(shared: $0, later: generation.later) }
    let number = machine.value(.integer(Int64(generation.number)))
    _ = try make("context", prompt, machine.node([]), generation.dispatcher, machine.node([]), app, number)
    if case .list(let middleware) = description["middleware"] {
      for (index, each) in middleware.enumerated() {
        let place: [Value] = ["middleware", .integer(Int64(index + 1))]
        guard let reference = machine.reference(place, in: app) else { continue }
        generation.middleware.append(
          ScriptMiddleware(
            name: each["name"].text ?? "", intercepts: each["intercepts"] == true,
            before: try bind(reference, when: "before", generation),
            after: try bind(reference, when: "after", generation)))
      }
    }
  }

  // MARK: checks

  private func check(_ feature: FeatureDefinition, in generation: Generation, services: [String]) throws(HostError) {
    if feature.ownActions.contains("make") {
      let map = feature.schemas?["make"] != nil ? "actions" : feature.reduces.contains("make") ? "reduce" : "effects"
      throw feature.problem(
        "the action name \"make\" is taken by the console, where \(feature.name).make builds actions; choose another",
        at: [map, "make"])
    }
    if let field = feature.schemas?["start"]?.fields.first(where: { !$0.type.isOptional }) {
      throw feature.problem(
        "actions.start: the host sends this action when the app starts, without \(field.name); choose another name",
        at: ["actions", "start"])
    }
    let features = generation.features.map(\.name)
    for name in feature.uses where !services.contains(name) {
      throw feature.problem(
        "uses: there is no service \"\(name)\".\(didYouMean(name, among: services))", at: ["uses"])
    }
    if feature.reads.contains(FlowDefinition.feature) {
      throw feature.problem("reads: only the flow can read the navigation path; a screen receives its data as params")
    }
    for name in feature.reads where !features.contains(name) {
      throw feature.problem(
        "reads: there is no feature \"\(name)\".\(didYouMean(name, among: features))", at: ["reads"])
    }
    for action in feature.reduces + feature.effects where action.contains("/") && !generation.known.contains(action) {
      throw feature.problem(
        "\"\(action)\": no feature has this action.\(didYouMean(action, among: generation.known.sorted()))")
    }
    let taken = feature.reduces + feature.effects + feature.emits.keys.sorted()
    if feature.name != FlowDefinition.feature,
      let action = taken.first(where: { $0.hasPrefix(FlowDefinition.feature + "/") })
    {
      throw feature.problem(
        """
        "\(action)": only the flow handles navigation actions
          To fix this, handle the events appear and disappear of the scenes
        """)
    }
    for action in feature.emits.keys.sorted() where !generation.known.contains(feature.fullType(of: action)) {
      throw feature.problem(
        "emits: there is no action \"\(action)\".\(didYouMean(action, among: feature.ownActions))")
    }
    try checkDerived(feature, in: generation)
    try checkShared(feature, in: generation)
    for (event, target) in feature.events {
      guard case .action(let action) = target else { continue }
      if generation.known.contains(feature.fullType(of: action)) { continue }
      throw feature.problem(
        "events.\(event): there is no action \"\(action)\".\(didYouMean(action, among: feature.ownActions))",
        at: ["events", event])
    }
  }

  private func grants(_ value: Value, of app: ScriptPosition?) throws(HostError) -> [Grant] {
    func refusal(_ problem: String, at key: String? = nil) -> HostError {
      HostError(load: "udf.app: grants\(problem)", at: app, keys: ["grants", key].compactMap(\.self))
    }
    if !value.items.isEmpty {
      throw refusal(
        """
         is a list, and must be a table with the keys files, env and hosts
          To fix this, write for example: grants = { hosts = { "example.org" } }
        """)
    }
    var grants: [Grant] = []
    for (name, values) in value.fields {
      let known = Grant.Kind.allCases.map(\.rawValue)
      guard let kind = Grant.Kind(rawValue: name) else {
        throw refusal(".\(name) is unknown.\(didYouMean(name, among: known))", at: name)
      }
      if let problem = FieldType.list(.string).problem(with: values, at: name) {
        throw refusal(".\(problem.path) must be \(problem.type.noun), got \(problem.value.shown)", at: name)
      }
      for grant in values.texts.map({ Grant(kind, $0) }) {
        if let problem = grant.problem { throw refusal(".\(name): \(problem)", at: name) }
        grants.append(grant)
      }
    }
    // The user must read all of them before a decision.
    let limit = 50
    guard grants.count <= limit else {
      throw refusal(" must have at most \(limit) values, got \(grants.count)")
    }
    return grants
  }

  // MARK: binding

  /// Returns the kernel's table of the types that a feature may send. Features that may send the same types share a
  /// table; each adds its own short names.
  private func table(of types: [String]) -> LuaReference? {
    machine.value(.map(Record(types.map { ($0, sent($0)) })))
  }

  private func sent(_ type: String) -> Value { [.integer(Int64(tree.actions.number(for: type))), .string(type)] }

  private func bind(
    _ feature: FeatureDefinition, at index: Int, sending known: LuaReference?, into generation: inout Generation
  ) throws(HostError) {
    let name = feature.name
    guard let table = machine.reference(["features", .integer(Int64(index))], in: generation.app) else { return }
    if feature.home == .lua { generation.defaults[name] = machine.reference(["state"], in: table) ?? machine.table() }
    try addSlice(of: feature, into: &generation)
    for action in feature.reduces {
      guard let function = machine.reference(["reduce", .string(action)], in: table) else { continue }
      generation.reducers.append(.init(feature: name, action: feature.fullType(of: action), reference: function))
    }
    let state = machine.node([.string(name)])
    let own = Record(feature.ownActions.map { ($0, sent("\(name)/\($0)")) })
    let later = try make("later", table)
    let send = known.flatMap { machine.dispatcher(own, shared: $0, later: later) }
    let number = machine.value(.integer(Int64(generation.number)))
    if let context = try make("context", table, state, send, machine.node([]), generation.app, number) {
      generation.effects += feature.effects.compactMap { effect(feature, $0, in: table, context) }
      try bindDerived(feature, in: table, context, into: &generation)
      try bindRemote(feature, in: table, context, into: &generation)
      try bindShared(feature, in: table, context, state, into: &generation)
    }
    for (event, target) in feature.events where target == .function {
      let key = machine.value(.string(event))
      generation.events["\(name).\(event)"] = try make("event", table, key, state)
    }
    if feature.migrates { generation.migrations[name] = machine.reference(["migrate"], in: table) }
    guard let senders = machine.table() else { return }
    for action in feature.ownActions {
      let type = "\(name)/\(action)"
      machine.assign(machine.sender(tree.actions.number(for: type), name: type), to: action, of: senders)
    }
    generation.members[name] = try make("members", table, senders)
  }

  private func bind(_ scene: SceneDefinition, at index: Int, into generation: inout Generation) throws(HostError) {
    guard let table = machine.reference(["scenes", .integer(Int64(index))], in: generation.app) else { return }
    for (event, target) in scene.events where target == nil {
      generation.sceneEvents["\(scene.name).\(event)"] = machine.reference(["events", .string(event)], in: table)
    }
  }

  private func effect(
    _ feature: FeatureDefinition, _ action: String, in table: LuaReference, _ context: LuaReference
  ) -> HostEffect? {
    let policy = feature.policies[action]
    let place: [Value] = ["effects", .string(action)]
    guard let function = machine.reference(policy == nil ? place : place + ["run"], in: table) else { return nil }
    return HostEffect(
      feature: feature.name, action: feature.fullType(of: action), policy: policy ?? EffectPolicy(),
      function: function, takesAction: machine.parameters(of: function) > 1, context: context,
      key: machine.reference(place + ["key"], in: table), generation: feature.generation,
      // Handlers of flows run in the background, and their navigation is caused by the action.
      isDetached: feature.name == FlowDefinition.feature ? false : nil)
  }

  /// Makes the feature's slice, unless the present slice can be kept.
  private func addSlice(of feature: FeatureDefinition, into generation: inout Generation) throws(HostError) {
    let name = feature.name
    let former = tree.slices[name]
    if former != nil, self.former.first(where: { $0.name == name })?.home == feature.home { return }
    do throws(LuaError) {
      if let former { generation.moved[name] = (former, try former.plain) }
      generation.slices[name] =
        if let native = generation.natives[name] {
          try tree.makeSlice(native, isOfEngine: feature.sync != nil)
        } else {
          try LuaSlice(name: name, initial: generation.defaults[name], machine: machine)
        }
    } catch {
      throw feature.problem("the initial state: \(ScriptPosition.split(error.message).text)")
    }
  }

  private func bind(_ middleware: LuaReference, when: String, _ generation: Generation) throws(HostError)
    -> LuaReference?
  {
    guard machine.reference([.string(when)], in: middleware) != nil else { return nil }
    return try make(
      "middleware", middleware, machine.value(.string(when)), machine.node([]),
      generation.dispatcher)
  }

  // MARK: the prelude's functions

  private func call(_ function: String, _ argument: LuaReference) throws(HostError) -> Value {
    guard let function = prelude[function] else { return .none }
    do { return try machine.call(function, first: argument, budget: budget).first ?? .none } catch {
      throw HostError(error)
    }
  }

  /// Calls a function of the prelude with values that are not plain data, and returns the result.
  func make(_ function: String, _ arguments: LuaReference?...) throws(HostError) -> LuaReference? {
    guard let function = prelude[function], let apply = prelude["apply"], let packed = machine.table() else {
      return nil
    }
    machine.assign(function, to: "f", of: packed)
    for (index, argument) in arguments.enumerated() { machine.assign(argument, to: "a\(index + 1)", of: packed) }
    do { try machine.run(apply, first: packed, budget: budget) } catch { throw HostError(error) }
    return machine.result(1)
  }
}
