import LuaRuntime

extension AppHost {
  /// What no feature can be called, because the prompt uses it itself.
  package static var reservedNames: [String] { Prelude.reserved }

  public var name: String { isOnOwner() ? current.name : "" }
  /// Counts successful loads from 1.
  public var generation: Int { isOnOwner() ? current.number : 0 }
  /// Loaded files, relative to the app's folder.
  public var files: [String] { isOnOwner() ? current.modules.keys.sorted() : [] }

  public var features: [FeatureInfo] {
    guard isOnOwner() else { return [] }
    return current.features.filter { $0.name != FlowDefinition.feature }.map {
      FeatureInfo($0, sync: engines.info(of: $0.name))
    }
  }

  /// What effects can use if their feature lists it, and a line at the prompt too.
  public var services: [ServiceInfo] {
    guard isOnOwner() else { return [] }
    return current.methods.map { ServiceInfo($0.key, methods: $0.value.texts, in: table) }
  }

  /// What the flow and the scenes are, nil if the app has no flow.
  public var flow: FlowInfo? { isOnOwner() ? current.flow.map { FlowInfo($0, scenes: current.scenes) } : nil }

  /// The full types of all actions that something answers, in order.
  public var actionTypes: [String] { isOnOwner() ? tree.actions.answered : [] }

  /// What leads to an action and what answers it: events, reducers in the order in which they run, effects, and what it says
  /// to the flow. Empty if there is no such action.
  ///
  ///     host.answers(to: "cart/add").map(\.kind)   // [.event, .reducer, .effect]
  public func answers(to type: String) -> [ActionAnswer] {
    isOnOwner() ? ActionAnswer.all(to: type, in: tree, current) : []
  }

  /// The state at a path, `cart.items[1]`; the whole state for an empty one, `.none` for a field that is nil. Throws a
  /// ``HostError`` if the path leads through something that has no fields.
  public func value(at path: String) throws -> Value { try owned().tree.value(at: path) }

  package func read(_ path: Path) throws(HostError) -> Value { try tree.value(at: path) }

  /// The keys of what stands at a path, for completion; list items as `[1]`. At most 1000.
  public func keys(at path: String) -> [String] { isOnOwner() ? tree.keys(at: path) : [] }
}

extension ObservedPlace {
  /// The names in what stands there; none if nothing does, or if what makes it fails.
  package func names(in host: AppHost) -> [String] {
    if isInState { return host.keys(at: path.description) }
    guard case .map(let fields)? = try? value(in: host.tree, host.derivations) else { return [] }
    return fields.map(\.key)
  }
}
