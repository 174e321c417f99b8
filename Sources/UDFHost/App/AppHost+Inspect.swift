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
    return current.features.filter { $0.name != FlowDefinition.feature }.map { feature in
      let actions = feature.ownActions.map { action in
        ActionInfo(
          name: action, fullName: "\(feature.name)/\(action)",
          fields: feature.schemas?[action]?.fields.map { .init(name: $0.name, type: $0.type.text) } ?? [],
          declared: feature.schemas?[action] != nil)
      }
      return FeatureInfo(
        name: feature.name, isNative: feature.home != .lua, actions: actions, events: feature.events.keys.sorted(),
        hasView: feature.hasView,
        effects: feature.effects.map(feature.fullType).sorted(), uses: feature.uses.sorted(),
        computed: feature.derived.computed.sorted(), sync: engines.info(of: feature.name), file: feature.file,
        line: feature.line)
    }
  }

  /// What effects can use if their feature lists it, and a line at the prompt too.
  public var services: [ServiceInfo] {
    guard isOnOwner() else { return [] }
    return current.methods.map { name, methods in
      let native = table.services.first { $0.name == name }
      return ServiceInfo(
        name: name, doc: native?.doc ?? "",
        methods: methods.texts.sorted().map { method in
          guard let signature = table.signature(of: method, in: name),
            let declared = native?.methods.first(where: { $0.name == method })
          else { return ServiceInfo.Method(name: method, parameters: nil, signature: "\(name).\(method)(…)") }
          return ServiceInfo.Method(
            name: method, parameters: signature.parameters.map(\.name), signature: signature.text, doc: declared.doc)
        })
    }
  }

  /// The state at a path, `cart.items[1]`; the whole state for an empty one, `.none` for a field that is nil. Throws a
  /// ``HostError`` if the path leads through something that has no fields.
  public func value(at path: String) throws -> Value {
    try requireOwner()
    let parsed = try place(path)
    let value = try read(parsed)
    if value == .none { try explainAbsence(parsed, path) }
    return value
  }

  /// The place in the state that a person means by a path.
  func place(_ text: String) throws -> Path {
    let path = try Path(typed: text)
    try requireFeature(of: path, as: text)
    return path
  }

  /// Throws a ``HostError`` if a path, which is written as `text`, is in no feature.
  func requireFeature(of path: Path, as text: String) throws(HostError) {
    guard case .key(let name)? = path.keys.first, tree.slices[name] == nil else { return }
    let known = tree.slices.keys.sorted()
    throw HostError(
      code: "usage", message: "\(text): there is no feature \"\(name)\".\(didYouMean(name, among: known))")
  }

  package func read(_ path: Path) throws(HostError) -> Value {
    do throws(LuaError) { return try tree.read(path) } catch { throw HostError(error) }
  }

  private func explainAbsence(_ path: Path, _ text: String) throws(HostError) {
    let parent = Path(path.keys.dropLast())
    let value = try read(parent)
    switch value {
    case .map, .list: return
    default:
      throw HostError(code: "usage", message: "\(text): \(parent) is \(value.shown); there is nothing inside it")
    }
  }

  /// The keys of what stands at a path, for completion; list items as `[1]`. At most 1000.
  public func keys(at path: String) -> [String] {
    guard isOnOwner(), let parsed = try? Path(path) else { return [] }
    if parsed.keys.count == 1, case .key(let name) = parsed.keys[0], let slice = tree.slices[name] as? any HostedSlice {
      return slice.fieldNames
    }
    return machine.keys(parsed.value).prefix(1000).map { key in
      switch key {
      case .integer(let index): "[\(index)]"
      default: key.text ?? ""
      }
    }
  }
}
