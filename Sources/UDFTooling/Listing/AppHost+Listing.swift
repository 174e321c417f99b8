import LuaRuntime
import UDFHost

extension AppHost {
  /// The app's features, in the app's order.
  public var features: [FeatureInfo] {
    guard isOnOwner() else { return [] }
    return loadedApp.features.filter { $0.name != FlowDefinition.feature }.map { feature in
      let actions = feature.ownActions.map { action in
        ActionInfo(
          name: action, fullName: "\(feature.name)/\(action)",
          fields: feature.schemas?[action]?.fields.map {
            .init(name: $0.name, type: $0.type.text, choices: $0.type.choices)
          } ?? [],
          declared: feature.schemas?[action] != nil)
      }
      return FeatureInfo(
        name: feature.name, isNative: feature.home != .lua, actions: actions, events: feature.events.keys.sorted(),
        hasView: feature.hasView,
        effects: feature.effects.map(feature.fullType).sorted(), uses: feature.uses.sorted(),
        computed: feature.derived.computed.sorted(), sync: syncInfo(of: feature.name), file: feature.file,
        line: feature.line)
    }
  }

  /// The services. Effects can use them if their feature lists them, and so can lines at the prompt.
  public var services: [ServiceInfo] {
    guard isOnOwner() else { return [] }
    return loadedApp.methods.map { name, methods in
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

  /// Returns the full type of the action that a feature's view event is mapped to, `cart.tap`; nil if there is none, or
  /// if a function makes the action.
  public func action(ofEvent name: String) -> String? {
    guard isOnOwner(), let dot = name.lastIndex(of: "."),
      let feature = loadedApp.features.first(where: { $0.name == name[..<dot] }),
      case .action(let action)? = feature.events[String(name[name.index(after: dot)...])]
    else { return nil }
    return feature.fullType(of: action)
  }

  /// The flow and the scenes; nil if the app has no flow.
  public var flow: FlowInfo? {
    guard isOnOwner() else { return nil }
    return loadedApp.flow.map { flow in
      FlowInfo(
        start: flow.start,
        routes: flow.routes.map {
          RouteInfo(name: $0.name, scene: $0.scene, link: $0.link?.description, isGuarded: $0.isGuarded)
        },
        scenes: loadedApp.scenes.map { SceneInfo(name: $0.name, events: $0.events.keys.sorted(), renders: $0.renders) })
    }
  }
}
